/**
 * Several people, each with a clone of one repository, do what people do with
 * git, at random but the same for the same seed. The model knows which files
 * each commit must have, from the three sides of each merge; it shares no code
 * with the product and asks git for nothing but the shape of the history.
 */

import { processWorld } from "../../../src/base/world.ts";
import { openProject } from "../../../src/store/project.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { readTeam } from "../../../src/team/read_team.ts";
import type { TeamItem } from "../../../src/team/team_item.ts";
import { writeItem, writeTombstone } from "../../../src/team/write_team.ts";
import { pathOfStem, tombstonePath } from "../../../src/team/read_team.ts";
import { seededRandom } from "../world/seeded_random.ts";

const STEPS = 24;
const FOLDER = ".claude/memory/team";
const WORDS =
  ("tide harbour lock gate buoy pilot herring anchor mast keel ebb " +
    "flood pier quay rope chart compass lantern gull bell").split(" ");

type Files = ReadonlySet<string>;

/** What the model knows of an item. */
interface Known {
  readonly stem: string;
  readonly says: string;
  readonly replaces: string | undefined;
}

interface Single {
  readonly commit: string;
  readonly parent: string;
}

/** The visible groups of stems that say the same, sorted. */
export type Groups = readonly string[];

export class RandomHistory implements Disposable {
  readonly #dir = Deno.makeTempDirSync({ prefix: "memory-keeper-team-" });
  readonly #random: () => number;
  /** By commit. */
  readonly #files = new Map<string, Files>();
  readonly #items = new Map<string, Known>();
  readonly #clones: Clone[] = [];
  #minute = 0;

  constructor(readonly seed: number) {
    this.#random = seededRandom(seed);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#dir, { recursive: true });
  }

  /** Calls `check` after each step with what is read and what must be there. */
  async play(
    check: (read: Groups, expected: Groups, step: string) => void,
  ): Promise<void> {
    const first = new Clone(`${this.#dir}/a0`, "Author 0");
    first.begin();
    await first.open(this.#dir);
    this.#clones.push(first);
    this.#files.set(first.head, new Set());
    const authors = 2 + this.#below(4);
    for (let i = 1; i < authors; i++) {
      const clone = first.cloneTo(`${this.#dir}/a${i}`, `Author ${i}`);
      await clone.open(this.#dir);
      this.#clones.push(clone);
    }
    for (let i = 0; i < STEPS; i++) {
      const clone = this.#pick(this.#clones);
      const deed = this.#pick(DEEDS);
      const name = `${i} ${deed} in ${clone.author}`;
      this[deed](clone);
      check(clone.readGroups(), this.#groupsAt(clone.head), name);
    }
    const clone = this.#pick(this.#clones);
    const shallow = clone.shallowCopy(`${this.#dir}/shallow`);
    await shallow.open(this.#dir);
    check(shallow.readGroups(), this.#groupsAt(shallow.head), "shallow clone");
  }

  work(clone: Clone): void {
    const files = new Set(this.#filesAt(clone.head));
    for (let n = 1 + this.#below(3); n > 0; n--) this.#write(clone, files);
    clone.git("add", "--all");
    clone.git("commit", "--quiet", "--allow-empty", "-m", "work");
    this.#files.set(clone.head, files);
  }

  branch(clone: Clone): void {
    clone.git("checkout", "--quiet", "-b", `b${clone.branches().length}`);
  }

  switch(clone: Clone): void {
    clone.git("checkout", "--quiet", this.#pick(clone.branches()));
  }

  /** From a branch of one's own, or of another clone. */
  merge(clone: Clone): void {
    const theirs = this.#other(clone);
    const expected = this.#merged(clone, clone.head, theirs);
    const how = this.#random() < 0.5 ? ["--no-ff"] : [];
    clone.git("merge", "--quiet", "--no-edit", ...how, theirs);
    this.#files.set(clone.head, expected);
  }

  squash(clone: Clone): void {
    const theirs = this.#other(clone);
    const expected = this.#merged(clone, clone.head, theirs);
    clone.git("merge", "--quiet", "--squash", theirs);
    clone.git("commit", "--quiet", "--allow-empty", "-m", "squash");
    this.#files.set(clone.head, expected);
  }

  rebase(clone: Clone): void {
    const onto = this.#other(clone);
    let files = this.#filesAt(onto);
    const own = clone.singles("--reverse", "--topo-order", `${onto}..HEAD`);
    for (const { commit, parent } of own) {
      files = join(this.#filesAt(parent), files, this.#filesAt(commit));
    }
    clone.git(
      "rebase",
      "--quiet",
      "--reapply-cherry-picks",
      "--empty=drop",
      onto,
    );
    this.#files.set(clone.head, files);
    // What lies between is only ever seen as a parent.
    this.#learn(clone, onto, own);
  }

  pick(clone: Clone): void {
    const picked = this.#single(clone, this.#other(clone));
    if (picked === undefined) return;
    const { commit, parent } = picked;
    const expected = join(
      this.#filesAt(parent),
      this.#filesAt(clone.head),
      this.#filesAt(commit),
    );
    clone.git(
      "cherry-pick",
      "--allow-empty",
      "--keep-redundant-commits",
      commit,
    );
    this.#files.set(clone.head, expected);
  }

  revert(clone: Clone): void {
    const picked = this.#single(clone, "HEAD");
    if (picked === undefined) return;
    const { commit, parent } = picked;
    const expected = join(
      this.#filesAt(commit),
      this.#filesAt(clone.head),
      this.#filesAt(parent),
    );
    clone.git("revert", "--no-commit", commit);
    clone.git("commit", "--quiet", "--allow-empty", "-m", "revert");
    this.#files.set(clone.head, expected);
  }

  /** A new item, the same words as someone else's, a change or a removal. */
  #write(clone: Clone, files: Set<string>): void {
    const visible = this.#visible(files);
    const old = visible.length > 0 ? this.#pick(visible) : undefined;
    const chance = this.#random();
    if (old !== undefined && chance < 0.15) {
      writeTombstone(clone.store, old.stem);
      files.add(tombstonePath(old.stem));
      return;
    }
    const replaces = old !== undefined && chance < 0.35 ? old.stem : undefined;
    // Two people may state the same fact, hardly the same story.
    const stated = [...this.#items.values()].filter(({ says }) => isFact(says));
    const says = replaces
      // A change leaves most of it as it was.
      ? `${old?.says} ${this.#pick(WORDS)}`
      : stated.length > 0 && chance > 0.85
      ? this.#pick(stated).says
      : this.#text();
    const item = this.#item(clone.author, says, replaces);
    const stem = writeItem(clone.store, item);
    this.#items.set(stem, { stem, says, replaces });
    files.add(pathOfStem(stem, item.kind));
    if (replaces) files.add(tombstonePath(replaces));
  }

  #item(author: string, says: string, replaces: string | undefined): TeamItem {
    const at = new Date(Date.UTC(2026, 9, 20, 8, this.#minute++ % 90_000));
    const named = { author, ...(replaces ? { replaces } : {}) };
    // What says the same must be of the same kind.
    return !isFact(says)
      ? {
        ...named,
        kind: "section",
        work: { from: at, to: at },
        branch: "main",
        body: says,
      }
      : {
        ...named,
        kind: "decision",
        date: at.toISOString().slice(0, 10),
        content: says,
        reason: "",
        evidence: "",
        concept: "",
        files: [],
        keywords: [],
      };
  }

  #text(): string {
    const count = 12 + this.#below(60);
    return Array.from({ length: count }, () => this.#pick(WORDS)).join(" ");
  }

  /** The tip of a branch of one's own, or of another clone, fetched. */
  #other(clone: Clone): string {
    const other = this.#pick(this.#clones);
    const branch = this.#pick(other.branches());
    if (other === clone) return clone.git("rev-parse", branch);
    clone.git("fetch", "--quiet", other.dir, branch);
    return clone.git("rev-parse", "FETCH_HEAD");
  }

  /** A commit with one parent, and that parent; the files of both are known. */
  #single(clone: Clone, from: string): Single | undefined {
    const all = clone.singles("-n", "30", from)
      .filter(({ commit, parent }) =>
        this.#files.has(commit) && this.#files.has(parent)
      );
    return all.length === 0 ? undefined : this.#pick(all);
  }

  /** As git merges: with several bases, their own merge is the base. */
  #merged(clone: Clone, ours: string, theirs: string): Files {
    const bases = clone.lines("merge-base", "--all", ours, theirs);
    return join(
      this.#virtualBase(clone, bases),
      this.#filesAt(ours),
      this.#filesAt(theirs),
    );
  }

  #virtualBase(clone: Clone, bases: readonly string[]): Files {
    const [first = "", ...rest] = bases.toReversed();
    let files = this.#filesAt(first);
    for (const next of rest) {
      const below = clone.lines("merge-base", "--all", first, next);
      const base = this.#virtualBase(clone, below);
      files = join(base, files, this.#filesAt(next));
    }
    return files;
  }

  /** The commits that a rebase has made. */
  #learn(clone: Clone, onto: string, own: readonly Single[]): void {
    const made = clone.lines("rev-list", "--reverse", `${onto}..HEAD`);
    for (const commit of made) {
      if (!this.#files.has(commit)) {
        this.#files.set(commit, clone.filesAt(commit));
      }
    }
    if (made.length > own.length) throw new Error("more commits than before");
  }

  #filesAt(commit: string): Files {
    const files = this.#files.get(commit);
    if (files === undefined) throw new Error(`unknown commit ${commit}`);
    return files;
  }

  #visible(files: Files): Known[] {
    const there = [...this.#items.values()].filter(({ stem }) =>
      files.has(pathOfStem(stem, "section")) ||
      files.has(pathOfStem(stem, "decision"))
    );
    const replaced = new Set(there.map(({ replaces }) => replaces));
    return there.filter(({ stem }) =>
      !replaced.has(stem) && !files.has(tombstonePath(stem))
    );
  }

  #groupsAt(commit: string): Groups {
    const groups = Map.groupBy(
      this.#visible(this.#filesAt(commit)),
      ({ says }) => says,
    );
    return [...groups.values()]
      .map((alike) => alike.map(({ stem }) => stem).sort().join(" ")).sort();
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }
}

const DEEDS = [
  "work",
  "work",
  "work",
  "work",
  "branch",
  "switch",
  "merge",
  "merge",
  "squash",
  "rebase",
  "pick",
  "revert",
] as const;

/** Which kind of item a text is; a text is always of the same kind. */
const isFact = (says: string) => says.length % 2 === 1;

/** A file is in a merge if both sides have it, or one has added it. */
function join(base: Files, ours: Files, theirs: Files): Files {
  return new Set(
    [...ours, ...theirs].filter((file) =>
      ours.has(file) === theirs.has(file) ? ours.has(file) : !base.has(file)
    ),
  );
}

class Clone {
  #store: Store | undefined;

  constructor(readonly dir: string, readonly author: string) {}

  get store(): Store {
    if (this.#store === undefined) throw new Error("not open");
    return this.#store;
  }

  get head(): string {
    return this.git("rev-parse", "HEAD");
  }

  begin(): void {
    Deno.mkdirSync(this.dir);
    this.git("init", "--quiet", "--initial-branch", "main");
    const memory = `${this.dir}/.claude/memory`;
    Deno.mkdirSync(memory, { recursive: true });
    Deno.writeTextFileSync(
      `${memory}/.gitignore`,
      "*\n!.gitignore\n!team/\n!team/**\n*.tmp\n",
    );
    this.git("add", "--all");
    this.git("commit", "--quiet", "-m", "begin");
  }

  cloneTo(dir: string, author: string): Clone {
    this.git("clone", "--quiet", this.dir, dir);
    return new Clone(dir, author);
  }

  shallowCopy(dir: string): Clone {
    this.git("clone", "--quiet", "--depth", "1", `file://${this.dir}`, dir);
    return new Clone(dir, "Shallow");
  }

  async open(home: string): Promise<void> {
    const world = {
      ...processWorld(),
      env: (name: string) => name === "HOME" ? home : undefined,
    };
    this.#store = openStore(await openProject(world, this.dir));
  }

  /** Commits with one parent, each with that. */
  singles(...args: string[]): Single[] {
    return this.lines("rev-list", "--no-merges", "--parents", ...args)
      .flatMap((line) => {
        const [commit = "", parent] = line.split(" ");
        return parent === undefined ? [] : [{ commit, parent }];
      });
  }

  branches(): string[] {
    return this.lines("branch", "--format=%(refname:short)");
  }

  filesAt(commit: string): Files {
    const below = `${FOLDER}/`;
    return new Set(
      this.lines("ls-tree", "-r", "--name-only", commit, below)
        .map((path) => path.slice(below.length)),
    );
  }

  readGroups(): Groups {
    return readTeam(this.store.layout)
      .map(({ stem, same }) => [stem, ...same].sort().join(" ")).sort();
  }

  lines(...args: string[]): string[] {
    return this.git(...args).split("\n").filter((line) => line !== "");
  }

  /** Every failure of git, a conflict above all, fails the test. */
  git(...args: string[]): string {
    const { code, stdout, stderr } = new Deno.Command("git", {
      args,
      cwd: this.dir,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: this.dir,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: this.author,
        GIT_AUTHOR_EMAIL: "author@example.org",
        GIT_COMMITTER_NAME: this.author,
        GIT_COMMITTER_EMAIL: "author@example.org",
        GIT_EDITOR: "true",
        GIT_CONFIG_COUNT: "2",
        GIT_CONFIG_KEY_0: "core.fsync",
        GIT_CONFIG_VALUE_0: "none",
        GIT_CONFIG_KEY_1: "gc.auto",
        GIT_CONFIG_VALUE_1: "0",
      },
    }).outputSync();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    if (code === 0) return text(stdout).trim();
    throw new Error(
      `git ${args.join(" ")} in ${this.author}: ${text(stdout)}${text(stderr)}`,
    );
  }
}
