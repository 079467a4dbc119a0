/**
 * Two hundred secrets as they come into a session, each in its surroundings.
 * Every value is made here, from a seed, and put together when the tests run:
 * none is real, and none is in this file for a scanner to find.
 */

import { PLACES } from "./secret_places.ts";
import {
  ALNUM,
  BASE64,
  type Case,
  DIGITS,
  framed,
  HEX,
  LOWER,
  maker,
  random,
  UPPER,
} from "./secret_values.ts";

export interface Planted {
  /** What kind of place it is in; names the row in the table of results. */
  readonly where: string;
  readonly text: string;
  /** What may not be left of it. */
  readonly secret: string;
}

/** A private key's lines, of which one is looked for, and what a tool makes of them. */
function key(
  first: string,
  label: string,
  width: number,
  dress: (lines: string[]) => string[],
): Case {
  return (make) => {
    const body = [
      first + make(width - first.length, BASE64),
      ...Array.from({ length: 5 }, () => make(width, BASE64)),
      `${make(22, BASE64)}==`,
    ];
    const lines = label === "" ? body : [
      `-----BEGIN ${label}-----`,
      ...body,
      `-----END ${label}-----`,
    ];
    return { secret: body[3] ?? "", text: dress(lines).join("\n") };
  };
}

const PRIVATE = "PRIV" + "ATE KEY";
const DRESSES: Record<string, (lines: string[]) => string[]> = {
  plain: (lines) => lines,
  Read: (lines) => lines.map((line, i) => `${`${i + 1}`.padStart(6)}\t${line}`),
  "older Read": (lines) => lines.map((line, i) => `${i + 1}→${line}`),
  Grep: (lines) => lines.map((line, i) => `deploy/id_rsa:${i + 1}:${line}`),
  "Grep context": (lines) =>
    lines.map((line, i) => `deploy/id_rsa-${i + 1}-${line}`),
  "diff +": (lines) => lines.map((line) => `+${line}`),
  "diff -": (lines) => lines.map((line) => `-${line}`),
  log: (lines) => lines.map((line) => `web-1  | ${line}`),
  quote: (lines) => lines.map((line) => `> ${line}`),
  indented: (lines) => lines.map((line) => `        ${line}`),
  literals: (lines) => lines.map((line) => `  "${line}\\n" +`),
  "cat -A": (lines) => lines.map((line) => `${line}$`),
  "Read of a diff": (lines) => lines.map((line, i) => `${i + 1}\t+${line}`),
};

const KEYS: [string, Case][] = [
  ...Object.entries(DRESSES).map(([name, dress]): [string, Case] => [
    `key, ${name}`,
    key("MIIEowIBAAKCAQEA", `RSA ${PRIVATE}`, 64, dress),
  ]),
  ...Object.entries(DRESSES).map(([name, dress]): [string, Case] => [
    `key without its first line, ${name}`,
    key("", PRIVATE, 64, (lines) => dress(lines.slice(1))),
  ]),
  ...["plain", "Read", "Grep", "diff +", "log", "quote"].map(
    (name): [string, Case] => [
      `OpenSSH key without its frame, ${name}`,
      key("b3BlbnNzaC1rZXktdjEA", "", 70, DRESSES[name] ?? ((all) => all)),
    ],
  ),
  ...["plain", "Read", "Grep", "log"].map((name): [string, Case] => [
    `middle of a key, ${name}`,
    key(
      "",
      "",
      64,
      (lines) => (DRESSES[name] ?? ((all) => all))(lines.slice(1, 5)),
    ),
  ]),
  ["key in JSON", (make) => {
    const { text, secret } = key(
      "MHcCAQEEI",
      `EC ${PRIVATE}`,
      64,
      (all) => all,
    )(
      make,
    );
    return { secret, text: JSON.stringify({ private_key: text }) };
  }],
  ["key in JSON in JSON", (make) => {
    const { text, secret } = key("", PRIVATE, 64, (all) => all)(make);
    return { secret, text: JSON.stringify(JSON.stringify({ k: text })) };
  }],
  ["PuTTY", (make) => {
    const secret = make(64, BASE64);
    return {
      secret,
      text: `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n${secret}\n` +
        `${make(30, BASE64)}\nPrivate-MAC: ${make(64, HEX)}`,
    };
  }],
  ["PuTTY through Read", (make) => {
    const secret = make(64, BASE64);
    return {
      secret,
      text: `5\tPrivate-Lines: 2\n6\t${secret}\n7\t${make(30, BASE64)}\n`,
    };
  }],
  [
    "kubeconfig",
    framed("    client-key-data: §", (make) => `LS0tLS1C${make(120, BASE64)}`),
  ],
  [
    "kubeconfig through Read",
    framed("    19\t    client-key-data: §==", random(118, BASE64)),
  ],
];

const PREFIXES = [
  "12\t",
  "   7→",
  ".env:3:",
  "src/.env-4-",
  "+",
  "-",
  "web_1  | ",
  "> ",
  "- ",
  "      3\t+",
];

const LINES: [string, Case][] = PREFIXES.flatMap((
  prefix,
) => [
  [
    `plain word behind ${JSON.stringify(prefix)}`,
    framed(`${prefix}db_password: §\nnext`, random(9, LOWER)),
  ],
  [
    `setting behind ${JSON.stringify(prefix)}`,
    framed(`${prefix}SERVICE_TOKEN=§`, random(28)),
  ],
]);

const TOKENS: [string, Case][] = ([
  ["AKIA", 16, UPPER + "234567"],
  ["AIza", 35, ALNUM],
  ["ghp_", 36, ALNUM],
  ["github_pat_", 60, ALNUM],
  ["glpat-", 20, ALNUM],
  ["xoxb-", 40, ALNUM],
  ["xoxd-", 60, ALNUM],
  ["sk_live_", 24, ALNUM],
  ["whsec_", 32, ALNUM],
  ["sk-ant-", 60, ALNUM],
  ["sk-proj-", 48, ALNUM],
  ["gsk_", 52, ALNUM],
  ["hf_", 34, ALNUM],
  ["npm_", 36, ALNUM],
  ["pypi-", 120, ALNUM],
  ["dop_v1_", 64, HEX],
  ["sqp_", 40, HEX],
  ["fm2_", 90, BASE64],
  ["hvs.", 90, ALNUM],
  ["shpat_", 32, HEX],
  ["dckr_pat_", 27, ALNUM],
  ["glsa_", 40, ALNUM],
  ["xapp-", 60, ALNUM],
  ["lin_api_", 40, ALNUM],
  ["ntn_", 46, ALNUM],
  ["sbp_", 40, HEX],
  ["NRAK-", 27, `${UPPER}${DIGITS}`],
  ["figd_", 43, ALNUM],
  ["nfp_", 40, ALNUM],
  ["pul-", 40, HEX],
  ["squ_", 40, HEX],
  ["ya29.", 80, ALNUM],
  ["GOCSPX-", 28, ALNUM],
  ["AGE-SECRET-KEY-1", 58, `${UPPER}${DIGITS}`],
] as const).map(([prefix, length, alphabet]) => [
  `token ${prefix}`,
  framed("it said §, then stopped", (make) => prefix + make(length, alphabet)),
]);

const SHAPES: [string, Case][] = [
  [
    "Discord",
    framed(
      "client.login of § works",
      (make) => `M${make(23)}.G${make(5)}.${make(38)}`,
    ),
  ],
  [
    "Terraform",
    framed("credentials § saved", (make) => `${make(14)}.atlasv1.${make(67)}`),
  ],
  [
    "Azure DevOps",
    framed("use § for the feed", (make) => `${make(52)}JQQJ99${make(22)}AZDO`),
  ],
  ["Azure DevOps by name", framed("AZURE_DEVOPS_EXT_PAT=§", random(52))],
  ["SendGrid", framed("§", (make) => `SG.${make(22)}.${make(43)}`)],
  [
    "JWT",
    framed(
      "cookie was §",
      (make) => `eyJ${make(30)}.eyJ${make(60)}.${make(43)}`,
    ),
  ],
  ["Telegram", framed("bot7301948265:§ is up", random(35))],
  [
    "Slack webhook",
    framed(
      "https://hooks.slack.com/services/§",
      (make) => `T${make(8)}/B${make(8)}/${make(24)}`,
    ),
  ],
  ["key of high entropy", framed("MAPBOX_KEY=§", random(40))],
  [
    "key of high entropy, quoted",
    framed("export ALGOLIA_ADMIN_KEY='§'", random(32, HEX)),
  ],
  ["shared access signature", framed("?sv=2024&sig=§%3D", random(43))],
];

/** The same corpus every time. */
export function plantSecrets(): Planted[] {
  const make = maker(20_261_118);
  const all = [
    ...KEYS,
    ...LINES,
    ...TOKENS,
    ...SHAPES,
    ...PLACES,
  ];
  return all.map(([where, build]) => ({ where, ...build(make) }));
}
