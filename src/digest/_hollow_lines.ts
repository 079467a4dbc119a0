/** Lines about a failure that do not distinguish it from others. */

/** They only say that something failed. */
const LITTLE = [
  /^\W*(?:npm )?(?:ERR!|ERROR|FAIL(?:ED|URE)?)\W*$/i,
  /^(?:FAIL|FAILED|ERROR)\s+\S+(?:\s+(?:\[[a-z ]+\]|[\d.]+s|\(cached\)))?$/,
  /^error: (?:script|recipe|process|command|task) |^(?:Error: )?Command failed/i,
  /^make(?:\[\d+\])?: \*\*\* \[|^FAILED: |^ninja: build stopped/,
  /^npm (?:ERR!|error) (?:code|errno|path|command|workspace|location|cwd|signal|A complete log|Lifecycle)/i,
  /^(?:build|tests?|compilation|task|lint(?:ing)?|job) (?:has |have |run )?failed\W*$/i,
  /^(?:error: )?(?:could not compile |aborting due to )|^collect2: error: ld returned /i,
  /^error: failed to push some refs|^FAILURE: Build failed with an exception/i,
  /^(?:│ )?Error: Reference to undeclared (?:input variable|resource|local value|module)\W*$/i,
  /ERROR task failed|exited with code|\bexit (?:code|status):? \d+\W*$/i,
  /\brun failed: command\b|\brunning target .* failed\b|\bERR_PNPM_RECURSIVE|^husky - /i,
  /^\W*(?:Found )?\d+ (?:\w+ )?(?:errors?|failed|failing|failures|problems?)\b/i,
  /^(?:\[\w+\] )?Tests? ?(?:Suites|Files|run)?: +\d|\bto rerun pass\b/i,
];

/** What a test expected and found: the same words for any mistake. */
const ASSERTS = [
  /(?<!['"`/.-])\b\w*assert\w*\b(?!-)|\bexpect\(|\bobject\.is equality\b/i,
  /\bpanicked at\b|\bbut was\b|^Failure\/Error:|^Error Trace:/i,
  /\bexpected\b.+\bto (?:be|equal|deeply|have|include|match|throw)\b/i,
  /^--- FAIL\b|\[ *FAIL(?:ED)? *\]/,
  // What a test of Go says; a compiler names a column too.
  /^\S+_test\.go:\d+: /,
];

/** What went wrong is on a line below. */
const ANNOUNCES = [
  /:$|^Traceback \(most recent/,
  /\bwhile importing test module\b|\bduring collection\b/i,
  /\bexecution failed for task\b/i,
  /\bunable to resolve dependency tree\b|\bERESOLVE could not resolve\b/i,
  /^(?:FAILED|ERROR) \S+::|^FAIL\b.* > |^[●✕×✖]|\.\.\. ?FAILED\b/,
  /\bmismatched types\b|\bcannot find symbol$/i,
];

/** A typo, or a conflict of its own merge. */
const GENERIC = [
  /^CONFLICT \(|\bmerge conflict\b|^error: could not apply [\da-f]{7,}\.\.\. /i,
  /\bexpected one of\b|\bexpected ['"`‘][^\w\s]+['"`’]|['"`‘][^\w\s]+['"`’] expected/i,
  /\bsyntax ?error\b|\bparse error\b|\bIndentationError\b/i,
  /\bunexpected (?:token|identifier|indent|end|eof|character|string|number)\b/i,
  /\bthere were failing tests\b|\bsee the compiler error output\b/i,
];

const matches = (patterns: readonly RegExp[]) => (line: string) =>
  patterns.some((pattern) => pattern.test(line));

/** Whether a line only repeats that something failed. */
export const saysLittle = matches(LITTLE);
export const isAssertion = matches(ASSERTS);
export const announcesCause = matches(ANNOUNCES);
/** Whether any mistake of its kind makes such a line. */
export const isGeneric = matches([...ASSERTS, ...ANNOUNCES, ...GENERIC]);
