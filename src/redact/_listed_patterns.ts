/**
 * Rows for secrets that are listed rather than assigned: in a header, a file
 * with one credential a line, as a word of a known form.
 */

import { hasRandomPart } from "./_command_patterns.ts";
import {
  COLON,
  fill,
  type SearchHint,
  type SecretPattern,
} from "./_secret_pattern.ts";
import {
  isMachineMade,
  isPassword,
  isRandom,
  isScrambled,
} from "./_secret_value.ts";

/** What tools put before the next line. */
const LINE_PREFIX =
  "(?:[ \\t]{0,6}(?:\\d{1,6}[\\t→:|]|[^\\s:]{1,60}[:-]\\d{1,6}[:-]|[\\w.@-]{1,40}[ \\t]{0,8}[|│]|[+<>|│-]))?";
const NEXT_LINE = `[ \\t]{0,8}\\r?\\n${LINE_PREFIX}[ \\t]{0,40}`;
const NEXT_FIELD = `(?:[ \\t\\r\\n]{1,8}|${NEXT_LINE})`;

/** The first of a pair, as in `{ name: DB_PASSWORD, value: … }`. */
const pairOf = (names: string) =>
  new RegExp(
    `:(?<=[Nn]ame["']?:[ \\t]{0,3}["']?[\\w.-]{0,60}(?:${names})["']?,?(?:[ \\t]{0,8}|${NEXT_LINE})["']?[Vv]alue["']?:)[ \\t]{0,3}["']?(?<secret>[^\\s"'$,}]{3,512})`,
    "dy",
  );
const VALUE_OF_PAIR: SearchHint = {
  anchor: ":",
  source: "[ue][e\"']:(?<=[Vv]alue[\"']?:)",
};

export const LISTED_PATTERNS: readonly SecretPattern[] = [
  {
    kind: "password",
    hints: ["password", "passwd"],
    regex: new RegExp(
      `passw(?:or)?d(?<=\\blogin[ \\t\\r\\n]{1,8}[^\\s]{1,64}${NEXT_FIELD}passw(?:or)?d)[ \\t\\r\\n]{1,8}(?<secret>[^\\s]{3,128})`,
      "dy",
    ),
    example: "machine example.com login ada password " + "letmein",
    nearMiss: "the login form asks for a password twice",
  },
  {
    kind: "password",
    hints: [VALUE_OF_PAIR],
    regex: pairOf("PASSWORD|PASSWD|PASSPHRASE|_PASS|[Pp]assword|[Pp]assphrase"),
    accept: (secret) => isPassword(secret, "env"),
    example: "- name: DB_PASSWORD\n  value: " + "letmein",
    nearMiss: "- name: DB_PASSWORD\n  valueFrom: secretKeyRef",
  },
  {
    kind: "token",
    hints: [VALUE_OF_PAIR],
    regex: pairOf("TOKEN|SECRET|KEY|[Tt]oken|[Ss]ecret|[Aa]pi-?[Kk]ey"),
    accept: (secret) => isMachineMade(secret, "quoted"),
    example: '{"name": "API_TOKEN", "value": "' + fill(24) + '"}',
    nearMiss: '{"name": "SORT_KEY", "value": "created_at"}',
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
    judge: (value, style) =>
      style === "env" &&
      (isRandom(value, style) || isScrambled(value)),
    example: "MAPBOX_KEY=" + fill(32),
    nearMiss: "SORT_KEY=created_at_descending_order",
  },
];
