import { assert, assertEquals } from "@std/assert";
import { sized } from "../../tests/support/world/thorough.ts";
import { shellCommands } from "./shell_commands.ts";

/** The commands as text, words apart by a space, quoted ones in `‹›`. */
const read = (line: string) =>
  shellCommands(line).map(({ words }) =>
    words.map(({ text, isQuoted }) => isQuoted ? `‹${text}›` : text).join(" ")
  );

const LINES: readonly (readonly [string, ...string[]])[] = [
  [""],
  ["   \n\t"],
  ["npm install", "npm install"],
  ['git commit -m "x" --no-verify', "git commit -m ‹x› --no-verify"],
  ["git commit -m 'a && b; c | d' -n", "git commit -m ‹a && b; c | d› -n"],
  ['echo "say \\"hi\\" to it" end', 'echo ‹say "hi" to it› end'],
  ["echo it\\'s a\\ b", "echo ‹it's› ‹a b›"],
  ["echo 'it'\"'\"'s' ok", "echo ‹it's› ok"],
  ["echo $'a\\'b' c", "echo ‹a\\'b› c"],
  ["echo '' end", "echo ‹› end"],
  ["a && b || c; d | e & f", "a", "b", "c", "d", "e", "f"],
  ["a\nb\r\nc", "a", "b", "c"],
  ["npm \\\n  run build", "npm run build"],
  ["np\\\nm i", "npm i"],
  ["A=1 B='x y' npm ci", "A=1 ‹B=x y› npm ci"],
  ["make >out.log 2>&1 all", "make all"],
  ["make &> out.log; cat < in", "make", "cat"],
  ["echo 2 > x 3>&- y", "echo 2 y"],
  ["cat <<EOF > a.txt\nnpm install\nEOF\nls", "cat", "ls"],
  ["cat <<-'E O' && pwd\n\trm -rf /\n\tE O\nls", "cat", "pwd", "ls"],
  ["cat <<A\nfoo\nA \nnpm install\nA\nls", "cat", "ls"],
  ["cat <<A\r\nfoo\r\nA\r\nls", "cat", "ls"],
  ["cat <<A <<B\n1\nA\n2\nB\nls", "cat", "ls"],
  ["cat <<EOF\nnever closed", "cat"],
  ["grep x <<< 'npm install'", "grep x"],
  ["ls # npm install\npwd", "ls", "pwd"],
  ["echo a#b '#c' #d", "echo a#b ‹#c›"],
  ["(cd app && npm ci)", "cd app", "npm ci"],
  ["echo $(npm root -g) end", "npm root -g", "echo ‹$(npm root -g)› end"],
  ['echo "in $(npm bin) x" y', "npm bin", "echo ‹in $(npm bin) x› y"],
  ["echo `npm bin` y", "npm bin", "echo ‹`npm bin`› y"],
  ["echo '$(npm bin)'", "echo ‹$(npm bin)›"],
  ['echo $(a $(b ")") c)', "b ‹)›", 'a ‹$(b ")")› c', 'echo ‹$(a $(b ")") c)›'],
  [
    "diff <(sort a) <(sort b)",
    "sort a",
    "sort b",
    "diff ‹<(sort a)› ‹<(sort b)›",
  ],
  [
    "echo $((1 + 2)) ${x:-npm i} $HOME",
    "echo ‹$((1 + 2))› ‹${x:-npm i}› $HOME",
  ],
  ["pm=(npm install); ls", "pm=(npm install)", "ls"],
  ["npm() { yarn; }", "npm() { yarn", "}"],
  [
    "case $pm in npm|yarn) ls;; pnpm) pwd;; esac; id",
    "ls",
    "pwd",
    "esac",
    "id",
  ],
  ["case $pm in\nnpm | yarn)\nls;;\nesac", "case $pm in", "ls", "esac"],
  [
    "x=$(case a in\nnpm) ls;; esac) pwd",
    "case a in",
    "ls",
    "esac",
    "‹x=$(case a in\nnpm) ls;; esac)› pwd",
  ],
  ["if npm test; then ls; fi", "if npm test", "then ls", "fi"],
  ['case "$1" in (npm) ls ;; (a|b) (pwd) ;; esac', "ls", "pwd", "esac"],
  ["case $1 in\n(npm)\nls\n;;\nesac", "case $1 in", "ls", "esac"],
  [
    "if true; then case $x in (npm) ls;; esac; fi",
    "if true",
    "ls",
    "esac",
    "fi",
  ],
  ["[[ $x =~ npm|make ]] && ls", "[[", "ls"],
  [
    "if [[ $x == npm && ( -f y || $z < make ) ]]; then ls; fi",
    "if [[",
    "then ls",
    "fi",
  ],
  ["[[ $(npm bin) ]] || ls", "npm bin", "[[", "ls"],
  [
    "(( npm > 1 )) && ls; if ((npm)); then pwd; fi",
    "ls",
    "if",
    "then pwd",
    "fi",
  ],
  ["[[ never closed | npm ci", "[["],
  // Left open: what was whole stays.
  ["ls; git commit -m 'half of", "ls", "git commit -m"],
  ['ls && echo "a $(npm ci', "ls", "npm ci", "echo"],
  ["echo `npm ci", "echo"],
  ["echo a\\", "echo"],
  ["echo 안녕 '하 세요'", "echo 안녕 ‹하 세요›"],
];

Deno.test("shellCommands() reads a line as a shell does", async (t) => {
  for (const [line, ...expected] of LINES) {
    await t.step(line || "nothing", () => assertEquals(read(line), expected));
  }
});

/** A line, and what each of its commands writes to. */
const WRITES: readonly (readonly [string, ...string[]])[] = [
  ["echo a > x.txt", "echo: x.txt"],
  ["echo a >x >>y 2>z &>w >|v >&u", "echo: x y z w v u"],
  ["make > out.log 2>&1 3>&-", "make: out.log"],
  ["cat < in <<< x", "cat:"],
  ["> 'a b.ts'", ": a b.ts"],
  ['cat <<EOF > "$d/x"\na > b\nEOF', "cat: $d/x"],
  ["echo $(ls > a) > b; c > d | e", "ls: a", "echo: b", "c: d", "e:"],
  ["(( x > 1 )); [[ a > b ]]; diff <(a) >(b)", "[[:", "a:", "b:", "diff:"],
  ["case x in a > b) ls > c;; esac", "ls: c", "esac:"],
];

Deno.test("shellCommands() says where output goes", async (t) => {
  for (const [line, ...expected] of WRITES) {
    await t.step(line, () => {
      const found = shellCommands(line).map(({ words, writes }) =>
        [`${words[0]?.text ?? ""}:`, ...writes].join(" ")
      );
      assertEquals(found, expected);
    });
  }
});

Deno.test("shellCommands() tells a shell inside the shell", () => {
  const inner = shellCommands("cd a; (cd b && c); d $(cd e) `cd f`; g")
    .filter(({ isInner }) => isInner)
    .map(({ words }) => words.map(({ text }) => text).join(" "));
  assertEquals(inner, ["cd b", "c", "cd e", "cd f"]);
});

/** Whether a line has these letters, in this order. */
function isWithin(letters: string, line: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = line.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

Deno.test("shellCommands() ends with everything, and invents nothing", () => {
  const marks = [
    "$(",
    "(",
    ")",
    "'",
    '"',
    "`",
    "\\",
    "<<",
    "<(",
    "${",
    "$((",
    "\n",
    "a ",
    ";",
    "case x in ",
    "[[ ",
    "((",
    ">",
    "#",
  ];
  let seed = 7;
  const next = (below: number) => (seed = seed * 48271 % 2147483647) % below;
  const longest = sized(40_000, 200_000);
  const lines = [
    ...Array.from({ length: 2000 }, () => {
      const some = Array.from({ length: next(40) }, () => next(marks.length));
      return some.map((at) => marks[at]).join("");
    }),
    ...marks.map((mark) => mark.repeat(longest / mark.length)),
  ];
  for (const line of lines) {
    for (const { words } of shellCommands(line)) {
      for (const { text } of words) assert(isWithin(text, line), line);
    }
  }
});
