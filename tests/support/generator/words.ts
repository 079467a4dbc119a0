// Seeded chance and invented words for the transcript generator: the same seed
// gives the same bytes. Sentences are English, Korean and Japanese, some with
// characters that careless code trips over.

import { seededRandom } from "../world/seeded_random.ts";

export class Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed ^ 0x9e3779b9);
  }

  /** From 0 up to, not including, `limit`. */
  int(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const rest = [...list];
    const shuffled: T[] = [];
    while (rest.length > 0) {
      shuffled.push(...rest.splice(this.int(rest.length), 1));
    }
    return shuffled;
  }

  hex(length: number): string {
    let text = "";
    while (text.length < length) {
      text += this.int(0x100000000).toString(16).padStart(8, "0");
    }
    return text.slice(0, length);
  }

  uuid(): string {
    return [
      this.hex(8),
      this.hex(4),
      `4${this.hex(3)}`,
      `a${this.hex(3)}`,
      this.hex(12),
    ].join("-");
  }
}

/** A number for any text, to make one seed out of a seed and a name. */
export function seedOf(seed: number, name: string): number {
  let hash = seed >>> 0;
  for (const char of name) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}

const SUBJECTS = {
  en: [
    "the tide table",
    "our ferry timetable",
    "the lantern cache",
    "parseHarbour()",
    "the buoy importer",
  ],
  ko: [
    "등대 기록기",
    "항구 시간표",
    "조수 계산 모듈",
    "`buoy_index` 색인",
    "부표 가져오기",
  ],
  ja: [
    "灯台のログ",
    "港の時刻表",
    "潮位の計算",
    "`lantern_cache` の中身",
    "ブイの取り込み",
  ],
} as const;

const WISHES = {
  en: [
    "fails when two boats share a berth",
    "should round half minutes up",
    "needs a test for leap days",
    "is slow past 10,000 rows",
  ],
  ko: [
    "왜 두 번 실행되는지 봐 주세요",
    "윤일에도 맞게 고쳐 주세요",
    "너무 느려요, 줄여 주세요",
    "테스트를 추가해 주세요",
  ],
  ja: [
    "二回動く理由を調べてください",
    "うるう日でも正しくしてください",
    "遅すぎるので直してください",
    "テストを足してください",
  ],
} as const;

const FINDINGS = {
  en: [
    "reads the clock twice",
    "keeps a stale handle",
    "sorts by text instead of number",
    "never closes the file",
  ],
  ko: [
    "시계를 두 번 읽습니다",
    "오래된 핸들을 들고 있습니다",
    "숫자가 아니라 글자로 정렬합니다",
    "파일을 닫지 않습니다",
  ],
  ja: [
    "時計を二度読んでいます",
    "古いハンドルを持ち続けています",
    "数値ではなく文字で並べています",
    "ファイルを閉じていません",
  ],
} as const;

const ODDITIES = [
  "",
  "",
  "",
  ' She said "no" \\ twice.',
  " {not: json} [1,2]",
  " <b>bold</b> & <command line>",
  " 🧠🌊 café",
  "\n\n- first\n- second\n\tindented",
  " separator:\u2028 end",
  " path C:\\tides\\new.txt",
];

const SHORT_PROMPTS = ["yes", "ok", "continue", "네", "はい", "option 2"];

const LANGUAGES = ["en", "ko", "ja"] as const;

/** Something a user could type. Short ones repeat, as they do in life. */
export function promptWords(random: Random): string {
  if (random.chance(0.12)) return random.pick(SHORT_PROMPTS);
  const language = random.pick(LANGUAGES);
  const head = `${random.pick(SUBJECTS[language])} ${
    random.pick(WISHES[language])
  }`;
  return `${head} (${random.hex(4)})${random.pick(ODDITIES)}`;
}

/** Something the assistant could say. */
export function answerWords(random: Random): string {
  const language = random.pick(LANGUAGES);
  const head = `${random.pick(SUBJECTS[language])} ${
    random.pick(FINDINGS[language])
  }`;
  const tail = random.chance(0.3)
    ? `\n\n\`\`\`ts\nconst berth = ${random.int(99)};\n\`\`\``
    : "";
  return `${head} [${random.hex(4)}]${random.pick(ODDITIES)}${tail}`;
}

/** Text that did not come from the user. */
export function injectedWords(random: Random): string {
  return `injected-${random.hex(8)} ${random.pick(FINDINGS.en)} ${
    random.pick(FINDINGS.ko)
  }`;
}

export function filePath(random: Random, cwd: string): string {
  const folder = random.pick([
    "src",
    "lib/harbour",
    "tests",
    "문서",
    "docs/潮",
  ]);
  return `${cwd}/${folder}/${
    random.pick(["tide", "berth", "buoy", "lantern"])
  }_${random.int(40)}.ts`;
}

export function codeLines(random: Random, count: number): string {
  return Array.from(
    { length: count },
    () => `export const berth${random.int(900)} = "${random.hex(6)}";`,
  ).join("\n");
}
