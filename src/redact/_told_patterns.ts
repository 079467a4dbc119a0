/**
 * Rows for secrets that are told in a sentence, in English, German, Korean and
 * Japanese: "the password for staging is …".
 */

import {
  fill,
  type SearchHint,
  type SecretPattern,
} from "./_secret_pattern.ts";
import {
  AFTER_LATIN,
  IS,
  IS_OR_COLON,
  IS_OR_SIGN,
  isBluntPassword,
  isPhrase,
  isToldKey,
  isToldPassword,
  PARTICLE,
  PHRASE,
  VALUE,
} from "./_told_values.ts";

const KEY_WORD: SearchHint = {
  anchor: "k",
  source: "[a-z\\w][ _-]k(?=ey)|[ tT]ok(?=en)",
};

const NAMES_IN_CELLS = [
  "비밀번호",
  "암호",
  "비번",
  "패스워드",
  "토큰",
  "키",
  "パスワード",
  "暗証番号",
  "トークン",
  "キー",
];
const CELL_VALUE = "`?(?<secret>[^\\s|`]{5,256})`?(?:\\*\\*)?[ \\t]{0,40}\\|";

const told = (source: string) => new RegExp(source, "dy");

export const TOLD_PATTERNS: readonly SecretPattern[] = [
  {
    kind: "password",
    hints: ["password", "Password"],
    regex: told(`[Pp]assword${IS_OR_COLON}${VALUE}`),
    accept: isToldPassword,
    example: "The password for staging is " + "Xk93mmq9, as before",
    nearMiss: "The password is required, hash the password to sha256",
  },
  {
    kind: "password",
    hints: ["password", "Password"],
    regex: told(`[Pp]assword[ \\t]{1,2}${VALUE}`),
    accept: isBluntPassword,
    example: "use the password " + "Xk93mmq9 for ada",
    nearMiss: "the password field2 of a password-reset.v2 form",
  },
  {
    kind: "password",
    hints: ["Passwort", "passwort", "Kennwort"],
    regex: told(`(?:[Pp]asswort|Kennwort)${IS_OR_SIGN}${VALUE}`),
    accept: isToldPassword,
    example: "Das Kennwort für den Server: „" + "Xk93mmq9“",
    nearMiss: "Das Passwort ist falsch, das Kennwort lautet anders",
  },
  {
    kind: "password",
    hints: ["Passwort", "passwort", "Kennwort"],
    regex: told(`(?:[Pp]asswort|Kennwort)[ \\t]{1,2}${VALUE}`),
    accept: isBluntPassword,
    example: "mit dem Passwort " + "Xk93mmq9 anmelden",
    nearMiss: "das Passwort Feld2 ist leer",
  },
  {
    kind: "password",
    hints: [{ anchor: "w", source: "[\\s\"'(,][Pp]w(?=d?[\\s:=은는は])" }],
    words: ["pw is"],
    regex: told(
      `(?:(?<=[\\s"'(,][Pp])w|(?<![A-Za-z])pw)d?(?:${IS_OR_SIGN}|${AFTER_LATIN})${VALUE}`,
    ),
    accept: isToldPassword,
    example: "log in with ada, pw is " + "Xk93mmq9",
    nearMiss: "the pw is wrong, see pw 2",
  },
  {
    kind: "password",
    words: ["PW"],
    hints: [],
    regex: told(`(?<![A-Za-z0-9_])PW(?:${IS_OR_SIGN}|${AFTER_LATIN})${VALUE}`),
    accept: isToldPassword,
    example: "Das neue PW ist " + "Xk93mmq9",
    nearMiss: "das neue PW ist leer",
  },
  {
    kind: "passcode",
    hints: [{ anchor: ":", source: "de:(?<=(?:ccess |gangs)code:)" }],
    words: ["code i"],
    regex: told(
      `(?:code(?<=[Pp]asscode|[Aa]ccess code)${IS}|:(?<=(?:ccess |gangs)code:)[ \\t]{0,3})${VALUE}`,
    ),
    accept: isToldPassword,
    example: "the access code is " + "Xk93mmq9",
    nearMiss: "the passcode is wrong, the exit code is e2big0",
  },
  {
    kind: "password",
    hints: [{ anchor: "호", source: "밀번호|[^]암호" }],
    words: ["암호", "비번", "패스워드", "パスコード", "暗証番号"],
    regex: told(
      `(?:(?<=비밀번|암)호|암호|비번|패스워드|パスコード|暗証番号)${PARTICLE}${VALUE}`,
    ),
    accept: isToldPassword,
    example: "스테이징 비밀번호는 " + "Xk93mmq9 입니다",
    nearMiss: "비밀번호는 8자 이상이어야 합니다, 암호화 AES256",
  },
  {
    kind: "password",
    hints: [{ anchor: "ド", source: "ワード" }],
    regex: told(`(?<=ワー)ド${PARTICLE}${VALUE}`),
    accept: isToldPassword,
    example: "パスワードは " + "Xk93mmq9 です",
    nearMiss: "パスワードは8文字以上",
  },
  {
    kind: "api-key",
    hints: [KEY_WORD],
    regex: told(
      `(?<=[a-z0-9][ _-]|[tT]o)(?<!uthorization["']?[:=,][ "']{0,3}[tT]o)k(?:ey|en)(?:${IS}|[ \\t]{1,2})${VALUE}`,
    ),
    accept: isToldKey,
    example: "your API key is `" + fill(24) + "`",
    nearMiss: "the sort key is createdAt2024AscendingOrder",
  },
  {
    kind: "api-key",
    hints: [{
      anchor: "k",
      source: "[sre] k(?=ey:)",
    }],
    regex: told(
      `(?<=(?:[Tt]his|[Yy]our|[Oo]ur|[Tt]he) )key:[ \\t]{1,3}${VALUE}`,
    ),
    accept: isToldKey,
    example: "use this key: " + fill(24),
    nearMiss: "this key: createdAt2024AscendingOrder",
  },
  {
    kind: "api-key",
    hints: [
      { anchor: "I", source: "API(?=[ -]?(?:[Kk]ey|키|キー))" },
      { anchor: "-", source: "PI-(?=Schl)" },
    ],
    words: ["토큰", "인증키", "トークン", "üssel"],
    regex: told(
      `(?:(?<=AP|API)(?:I[ -]?(?:[Kk]ey|키|キー)|-Schlüssel)|토큰|인증키|トークン|(?<=[Ss]chl)üssel)(?:${IS_OR_SIGN}|${PARTICLE})${VALUE}`,
    ),
    accept: isToldKey,
    example: "Der API-Schlüssel lautet " + fill(24),
    nearMiss: "Der API-Schlüssel lautet anders, 토큰은 만료됨",
  },
  {
    kind: "secret",
    words: ["cret i"],
    hints: [],
    regex: told(`(?<=[Ss]e)cret${IS}${VALUE}`),
    accept: isToldKey,
    example: "the client secret is " + fill(24),
    nearMiss: "the secret is to begin early, my secret is safe2keep",
  },
  {
    kind: "credential",
    hints: [
      { anchor: ":", source: "ls:(?<=[Cc]redentials:)" },
      { anchor: ":", source: "en:(?<=gsdaten:)" },
    ],
    regex: told(
      `:(?<=redentials:|gsdaten:)[ \\t]{0,3}[\\w.@-]{2,64}[ \\t]{0,2}[/|,:][ \\t]{0,2}${VALUE}`,
    ),
    accept: isToldPassword,
    example: "credentials: ada / " + "Xk93mmq9",
    nearMiss: "credentials: src/auth2.ts, lib/login3.ts",
  },
  {
    kind: "passphrase",
    words: ["phrase"],
    hints: [],
    regex: told(
      `(?<=[Pp]ass|[Ss]eed[ _-]?|[Rr]ecovery[ _-]?|[Bb]ackup[ _-]?|[Ss]ecret[ _-]?)phrase["']?(?:${IS_OR_SIGN}|[ \\t]{1,2})${PHRASE}`,
    ),
    accept: isPhrase,
    example: "passphrase: correct horse " + "battery staple",
    nearMiss: "passphrase: must have at least eight characters",
  },
  {
    kind: "passphrase",
    words: ["phrase"],
    hints: [],
    regex: told(`(?<=[Pp]ass)phrase(?:${IS}|[ \\t]{1,2})${VALUE}`),
    accept: isBluntPassword,
    example: "the passphrase is " + "Xk93mmq9, as before",
    nearMiss: "the passphrase is wrong, the passphrase rsa4096",
  },
  {
    kind: "secret",
    words: [
      "비밀 키",
      "비밀키",
      "시크릿",
      "シークレット",
      "秘密鍵",
      "合言葉",
      "프레이즈",
      "フレーズ",
    ],
    hints: [],
    regex: told(
      `(?:비밀 ?키|시크릿(?: ?키)?|シークレット(?:キー)?|秘密鍵|合言葉|(?<=패스 ?)프레이즈|(?<=パス)フレーズ)${PARTICLE}${VALUE}`,
    ),
    accept: isToldPassword,
    example: "비밀 키는 " + "Xk93mmq9야",
    nearMiss: "비밀 키는 32자 이상, シークレットキーは必須です",
  },
  {
    kind: "azure-token",
    words: ["PAT "],
    hints: [],
    regex: told(`(?<![A-Za-z0-9_])PAT(?:${IS_OR_SIGN}|[ \\t]{1,2})${VALUE}`),
    accept: (secret) => /^[\w-]{20,}[.,;]?$/.test(secret) && isToldKey(secret),
    example: "my Azure DevOps PAT is " + fill(52),
    nearMiss: 'the PAT is r"[A-Z]{1,3}[a-z]{2}[0-9]{7}"',
  },
  {
    kind: "password",
    words: NAMES_IN_CELLS,
    hints: [],
    regex: told(
      `(?:${
        NAMES_IN_CELLS.join("|")
      })[\`* \\t]{0,12}\\|[ \\t]{0,40}(?:\\*\\*)?${CELL_VALUE}`,
    ),
    accept: isToldPassword,
    example: "| 비밀번호 | " + "Xk93mmq9 |",
    nearMiss: "| 비밀번호 | 8자 이상 |",
  },
  {
    kind: "passphrase",
    hints: [{ anchor: "=", source: "SE=(?<=PHRASE=)" }, {
      anchor: ":",
      source: "ic:(?<=[Mm]nemonic:)",
    }],
    regex: told(
      `(?:=(?<=PHRASE=)|:(?<=nemonic:)[ \\t]{0,3})${PHRASE}`,
    ),
    accept: isPhrase,
    example: 'BORG_PASSPHRASE="correct horse ' + 'battery staple" borg list',
    nearMiss: 'PASSPHRASE="the value from the vault"',
  },
  {
    kind: "passphrase",
    words: [
      "프레이즈",
      "문구",
      "니모닉",
      "フレーズ",
      "암호",
      "비밀번호",
      "パスワード",
    ],
    hints: [],
    regex: told(
      `(?:(?<=패스 ?)프레이즈|(?<=시드 ?|복구 ?|암호 ?)문구|니모닉|(?<=パス|シード|リカバリー)フレーズ|암호|비밀번호|パスワード)${PARTICLE}${PHRASE}`,
    ),
    accept: isPhrase,
    example: "パスフレーズは「correct horse " + "battery staple」です",
    nearMiss: "パスフレーズは must have at least eight characters",
  },
];
