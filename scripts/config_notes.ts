/** What docs/configuration.md says about a setting beyond its row. */

import { DEFAULT_RULES } from "../src/context/rules_text.ts";
import type { ConfigName } from "../src/store/config_keys.ts";

export const CONFIG_NOTES: Readonly<Partial<Record<ConfigName, string>>> = {
  storage:
    '`"project"` keeps memory in the project, in `.claude/memory/`. `"home"` keeps\n' +
    "it below `~/.claude/memory-keeper/projects/` from then on; what is in the\n" +
    "project already stays there.",
  worktrees:
    "A git worktree uses the memory of the main worktree, so that all of them know\n" +
    'the same. `"separate"` gives each worktree its own.',
  share: "See [team.md](team.md): which files git sees then, and which never.",
  stopPolicy:
    '`"quiet"` says nothing at the end of a turn. `"remind"` mentions work that\n' +
    'waits for a summary. `"block"` holds the turn once and asks for it. Both happen\n' +
    "at most once for the same piece of work, so neither can loop. Where the hooks\n" +
    "module runs, and in `claude -p`, nothing is said.",
  rules:
    "Your own rules are `rules.md` and what you have stated with `remember`.\n" +
    '`"default"` gives them with each prompt, and in a store that has none the\n' +
    'default rules below, word for word. `"own"` never gives the default ones,\n' +
    '`"off"` gives none with a prompt (the start of a session still names yours).\n\n' +
    "```text\n" +
    `${DEFAULT_RULES}\n` +
    "```",
  rulesInjectionFrequency:
    "1 gives the rules with every prompt, 5 with every fifth. The first prompt of a\n" +
    "session always has them, and so has one after they have changed.",
  recall:
    "Where an earlier session clearly has something to say about a prompt, up to\n" +
    "three passages go with it. See [search.md](search.md).",
  verbose: "One line on the screen each time the rules go with a prompt.",
  claudeMd:
    "Keeps the rules in a marked block of the project's CLAUDE.md. Nothing else in\n" +
    "the file changes; `false` removes the block again.",
  builtinNotice:
    "If Claude Code's own MEMORY.md exists, it gets a short marked notice that this\n" +
    "memory exists too; `false` removes it again.",
  "memoryRotation.thresholdTokens":
    "memory.md is archived at 95 % of this (23,750 tokens by default), and the\n" +
    "newest sections stay. See [how-it-works.md](how-it-works.md).",
  "redact.patterns":
    "Regular expressions. What they match is replaced by `[REDACTED:…]` before\n" +
    "anything is written. See [privacy.md](privacy.md).\n\n" +
    "```sh\n" +
    "memory-keeper config set redact.patterns '[\"ACME-[0-9]{8}\"]'\n" +
    "```",
  summaries:
    '`"auto"` writes summaries without being asked. `"manual"` writes one only when\n' +
    'you use `/memory-keeper:save-memory`. `"off"` never uses a model: digests only.',
  askMinChars:
    "Together with `askEveryMinutes` this limits what summaries cost: no summary\n" +
    "before so much new work, and never two of a running session within so many\n" +
    "minutes. Work that an earlier session left does not wait for the minutes.",
  headless:
    "For `claude -p` and the SDK, where the answer belongs to a script.\n" +
    '`"capture"` keeps the session, gives it context and matching memories, and asks\n' +
    'it nothing; it gets no default rules and no receipt. `"full"` treats it like a\n' +
    "session with a person, but its summaries are written by the hooks module only,\n" +
    "and the command ends when the last one is written, at most two minutes later.\n" +
    '`"off"` does nothing at all in such sessions.',
  statusText:
    'While a summary is written the status line says "memory: writing", then what\n' +
    'was kept ("memory: +1 section, 2 facts"). Only where the hooks module runs.',
  receipt:
    'One line when a session starts ("Memory: Thu 13:40: customer report; open: page\n' +
    'numbers · 3 decisions · 1 rule") and after a compaction ("Memory: compaction\n' +
    'kept 7 of 9, 2 restored").',
  keepRaw:
    "Keeps each transcript as `sessions/….raw.jsonl.gz`, with secrets removed. The\n" +
    "session logs have all words and tool calls without it.",
};
