/**
 * Rows for secrets that are told or listed rather than assigned: in a sentence,
 * a header, a file with one credential a line.
 */

import { hasRandomPart } from "./_command_patterns.ts";
import {
  COLON,
  fill,
  type Hint,
  type SecretPattern,
} from "./_secret_pattern.ts";
import { isMachineMade, isPassword, isRandom } from "./_secret_value.ts";

/** A value in a sentence: quoted, or a word that is none. */
const TOLD =
  "[ \\t]{0,3}(?:[`\"'“「『]{1,2}(?<quoted>[^\\s`\"'”」』]{3,256})[`\"'”」』]|(?<secret>[!-&(-_a-~]{5,256}))";
const IS =
  "(?:[ \\t](?:for|of|to|on|zu|für|von|der|des)[ \\t][^\\r\\n:.]{1,40}?)?[ \\t]{0,2}(?:[ \\t]is(?: now| still)?:?|[ \\t]was|[ \\t]ist|[ \\t]lautet:?|[ \\t]should be)";

/** Said in a sentence a password has to look like one, or be marked as a value. */
function isToldPassword(told: string): boolean {
  const value = told.replace(/[.,;:!?)\]]+$/, "");
  if (value.length < 5 || /^[\w.]+\(|^[<[({/\\$%&*]|^[-=]{2}/.test(value)) {
    return false;
  }
  return isPassword(value, "bare") && /\d/.test(value) &&
    /[A-Za-z]/.test(value) && !/^[\w.+-]+@[\w.-]+$|^v?\d+\.\d/.test(value);
}

function isToldKey(told: string): boolean {
  const value = told.replace(/[.,;:!?)\]]+$/, "");
  return value.length >= 12 && isMachineMade(value, "bare") &&
    isRandom(value, "bare");
}

const KEY_WORD: Hint = {
  anchor: "k",
  source: "[a-z\\w][ _-]k(?=ey)|[ tT]ok(?=en)",
};

export const PROSE_PATTERNS: readonly SecretPattern[] = [
  {
    kind: "password",
    hints: ["password", "Password", "Passwort", "passwort", "Kennwort"],
    regex: new RegExp(`(?:[Pp]asswor[dt]|Kennwort)${IS}${TOLD}`, "dy"),
    accept: isToldPassword,
    example: "The password for staging is " + "Xk93mmq9, as before",
    nearMiss: "The password is required, the Passwort ist falsch",
  },
  {
    kind: "password",
    hints: ["password", "passwd"],
    regex:
      /passw(?:or)?d[ \t\r\n]{1,8}(?<=\blogin[ \t\r\n]{1,8}[^\s]{1,64}[ \t\r\n]{1,8}passw(?:or)?d[ \t\r\n]{1,8})(?<secret>[^\s]{3,128})/dy,
    example: "machine example.com login ada password " + "letmein",
    nearMiss: "the login form asks for a password twice",
  },
  {
    kind: "password",
    hints: [{ anchor: "호", source: "밀번호|[^]암호" }],
    regex: new RegExp(
      `(?<=비밀번|암)호(?:는|은|가|를)?[ \\t]{0,2}[:=]?${TOLD}`,
      "dy",
    ),
    accept: isToldPassword,
    example: "스테이징 비밀번호는 " + "Xk93mmq9 입니다",
    nearMiss: "비밀번호는 8자 이상이어야 합니다",
  },
  {
    kind: "password",
    hints: [{ anchor: "ド", source: "ワード" }],
    regex: new RegExp(
      `(?<=ワー)ド(?:は|が|を)?[ \\t]{0,2}[:：=]?${TOLD}`,
      "dy",
    ),
    accept: isToldPassword,
    example: "パスワードは " + "Xk93mmq9 です",
    nearMiss: "パスワードは8文字以上",
  },
  {
    kind: "api-key",
    hints: [KEY_WORD],
    regex: new RegExp(`(?<=[a-z0-9][ _-]|[tT]o)k(?:ey|en)${IS}${TOLD}`, "dy"),
    accept: isToldKey,
    example: "your API key is `" + fill(24) + "`",
    nearMiss: "the sort key is createdAt2024AscendingOrder",
  },
  {
    kind: "api-key",
    hints: [
      { anchor: "I", source: "API(?=[ -]?(?:[Kk]ey|키|キー))" },
      { anchor: "-", source: "PI-(?=Schl)" },
    ],
    regex: new RegExp(
      `(?<=AP|API)(?:I[ -]?(?:[Kk]ey|키|キー)|-Schlüssel)(?:는|은|は|が|${IS})[ \\t]?[:：]?${TOLD}`,
      "dy",
    ),
    accept: isToldKey,
    example: "Der API-Schlüssel lautet " + fill(24),
    nearMiss: "Der API-Schlüssel lautet anders",
  },
  {
    kind: "passphrase",
    hints: [{ anchor: ":", source: "se:(?<=[Pp]assphrase:)" }],
    regex:
      /(?<=[Pp]assphrase):[ \t]{1,3}["'`]?(?<secret>[a-z]{3,12}(?:[ -][a-z]{3,12}){3,11})(?=["'`]?[ \t]{0,3}(?:[^\w\s]|[\r\n]|$))/dy,
    accept: (secret) =>
      !/\b(?:and|are|for|has|least|may|must|not|the|this|that|used|was|will|with|you|your|from|when|should|enter|type|optional|required|empty|none)\b/
        .test(secret),
    example: "passphrase: correct horse " + "battery staple",
    nearMiss: "passphrase: must have at least eight characters",
  },
  {
    kind: "cookie",
    hints: [
      { anchor: ":", source: "ie:(?<=[Cc]ookie:)" },
      { anchor: ":", source: "e[\"']:(?<=[Cc]ookie[\"']:)" },
    ],
    regex:
      /(?<=[Cc]ookie["']?):[ \t]{0,3}\\?["']?(?<secret>[\w.-]{1,64}=[^\s;"'`\\]{0,1024}(?:;[ \t]?[\w.-]{1,64}(?:=[^\s;"'`\\]{0,1024})?){0,40})/dy,
    accept: hasRandomPart,
    example: "Set-Cookie: sid=" + fill(24) + "; Path=/; HttpOnly",
    nearMiss: "Set-Cookie: theme=dark; Path=/; SameSite=Lax",
  },
  {
    kind: "password-hash",
    hints: [COLON],
    regex:
      /:(?<secret>\$(?:2[aby]|apr1|[156y]|argon2id?)\$[\w./$=,+-]{20,200}|\{S?SHA\}[A-Za-z0-9+/=]{20,100})/dy,
    example: "ada:$apr1$" + "Xk93mmq9$" + fill(22),
    nearMiss: "price:$5.00 or cost:$2a",
  },
  {
    kind: "password",
    hints: [{
      anchor: ":",
      source:
        "\\d\\d:(?=[A-Za-z*][\\w.*-]{0,64}:[A-Za-z*][\\w.*-]{0,64}:[!-~]{3})",
    }],
    regex:
      /(?<=(?<![^\s:|+>-])[A-Za-z0-9*][\w.*-]{0,100}:\d{4,5}):[A-Za-z*][\w.*-]{0,64}:[A-Za-z*][\w.*-]{0,64}:(?<secret>[^\s"'`:]{3,128})(?=[\s"'`]|$)/dy,
    accept: (secret) => isPassword(secret, "env"),
    example: "db.example.com:5432:app:ada:" + "letmein",
    nearMiss: "src/db.ts:5432:12: error TS2304: no such name",
  },
  {
    kind: "aws-secret-key",
    hints: [{ anchor: ":", source: "[\\w*]\\]:(?<=Key \\[[\\w*]{1,24}\\]:)" }],
    regex:
      /(?<=Key \[[\w*]{1,24}\]):[ \t]{0,3}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/dy,
    example: "AWS Secret Access Key [None]: " + fill(40),
    nearMiss: "AWS Secret Access Key [None]: ",
  },
  {
    kind: "terraform-token",
    hints: ["atlasv1."],
    regex: /(?<=(?<head>[A-Za-z0-9]{14}\.))atlasv1\.[\w-]{60,}/dy,
    example: fill(14) + ".atlasv1." + fill(64),
    nearMiss: "a token has .atlasv1. in the middle",
  },
  {
    kind: "discord-token",
    hints: [{ anchor: ".", source: "[\\w-]{2}\\.(?=[\\w-]{6}\\.[\\w-]{27})" }],
    regex: /(?<=(?<![\w.-])(?<head>[MNO][\w-]{22,27}))\.[\w-]{6}\.[\w-]{27,}/dy,
    accept: (secret) => /\d/.test(secret) && /[A-Z]/.test(secret),
    example: "the bot uses M" + fill(23) + ".Gk2x_Q." + fill(38),
    nearMiss: "Mapped.values.of_things",
  },
  {
    kind: "azure-token",
    hints: ["JQQJ99"],
    regex:
      /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{52}))JQQJ99[A-Za-z0-9]{20,40}/dy,
    example: fill(52) + "JQQJ99" + fill(26),
    nearMiss: "a newer token has JQQJ99 in the middle",
  },
  {
    kind: "azure-token",
    endings: ["pat"],
    name: /(?:^|_)pat$/,
    judge: (value, style) => value.length >= 20 && isMachineMade(value, style),
    example: "AZURE_DEVOPS_EXT_PAT=" + fill(52),
    nearMiss: "PAT=$PAT, pat: Patricia",
  },
  {
    kind: "signature",
    endings: ["signature"],
    name: /^x_amz_signature$/,
    judge: (value) => /^[0-9a-f]{64}$/.test(value),
    example: "?X-Amz-Expires=60&X-Amz-Signature=" + fill(64, "[0-9a-f]"),
    nearMiss: "?X-Amz-Expires=60&X-Amz-Signature=...",
  },
  {
    kind: "key",
    endings: ["key"],
    name: /[a-z0-9]_key$/,
    // In code a lower case key names an entry of a cache, a column, a file.
    judge: (value, style) => style === "env" && isRandom(value, style),
    example: "MAPBOX_KEY=" + fill(32),
    nearMiss: "SORT_KEY=created_at_descending_order",
  },
];
