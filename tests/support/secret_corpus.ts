/**
 * Two hundred secrets as they come into a session, each in its surroundings.
 * Every value is made here, from a seed, and put together when the tests run:
 * none is real, and none is in this file for a scanner to find.
 */

export interface Planted {
  /** What kind of place it is in; names the row in the table of results. */
  readonly where: string;
  readonly text: string;
  /** What may not be left of it. */
  readonly secret: string;
}

const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const DIGITS = "23456789";
const ALNUM = UPPER + LOWER + DIGITS;
const BASE64 = `${ALNUM}+/`;
const HEX = "0123456789abcdef";

type Make = (length: number, alphabet?: string) => string;

/** Always the same values, with a digit and letters of both cases where the alphabet has them. */
function maker(seed: number): Make {
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 4294967296 * below);
  };
  return (length, alphabet = ALNUM) => {
    for (;;) {
      const text = Array.from(
        { length },
        () => alphabet.charAt(next(alphabet.length)),
      ).join("");
      const wanted = [/[a-z]/, /[A-Z]/, /\d/].filter((one) =>
        one.test(alphabet)
      );
      if (length < 6 || wanted.every((one) => one.test(text))) return text;
    }
  };
}

type Case = (make: Make) => { text: string; secret: string };

/** A value in a frame: `§` marks its place. */
function framed(frame: string, value: (make: Make) => string): Case {
  return (make) => {
    const secret = value(make);
    return { secret, text: frame.replace("§", () => secret) };
  };
}

const password = (make: Make) =>
  `${make(5, LOWER)}${make(2, DIGITS)}${make(3)}`;
const random = (length: number, alphabet = ALNUM) => (make: Make) =>
  make(length, alphabet);

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

const PREFIXES =
  "12\t|   7→|.env:3:|src/.env-4-|+|-|web_1  | |> |- |      3\t+";

const LINES: [string, Case][] = PREFIXES.split(/(?<!  )\|/).flatMap((
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

const AWS: [string, Case][] = [
  [
    "aws configure set",
    framed("aws configure set aws_secret_access_key §", random(40, BASE64)),
  ],
  [
    "aws configure set --profile",
    framed(
      "aws configure set aws_secret_access_key § --profile ci",
      random(40, BASE64),
    ),
  ],
  ["aws prompt", framed("AWS Secret Access Key [None]: §", random(40, BASE64))],
  [
    "aws prompt with a known one",
    framed(
      "AWS Secret Access Key [****************ABCD]: §",
      random(40, BASE64),
    ),
  ],
  [
    "aws credentials",
    framed("[default]\naws_secret_access_key = §", random(40, BASE64)),
  ],
  [
    "aws credentials through Read",
    framed("3\taws_secret_access_key=§", random(40, BASE64)),
  ],
  [
    "presigned URL",
    framed(
      "https://b.s3.amazonaws.com/k?X-Amz-Date=2026&X-Amz-Signature=§&x=1",
      random(64, HEX),
    ),
  ],
  [
    "presigned URL, session token",
    framed("&X-Amz-Security-Token=§&X-Amz-Date=2026", random(120)),
  ],
  ["aws, in JSON", framed('{"SecretAccessKey": "§"}', random(40, BASE64))],
];

const ADDRESSES: [string, Case][] = [
  ["address", framed("postgres://app:§@db.example.com:5432/app", password)],
  [
    "address, slash",
    framed(
      "postgres://app:§@db.example.com:5432/app",
      (make) => `${make(5)}/${make(5)}`,
    ),
  ],
  [
    "address, at sign",
    framed(
      "mysql://app:§@db.example.com/app",
      (make) => `${make(5)}@${make(5)}`,
    ),
  ],
  [
    "address, both",
    framed(
      "amqp://app:§@mq:5672/",
      (make) => `${make(4)}@${make(3)}/${make(4)}`,
    ),
  ],
  [
    "address, https",
    framed("git clone https://ada:§@git.example.com/a/b.git", random(20)),
  ],
  ["address, redis", framed("redis://:§@cache:6379/0", password)],
  [
    "address, in quotes",
    framed('"url": "mongodb+srv://app:§@c0.example.net/app"', password),
  ],
  [
    "address, through Grep",
    framed("config.ts:12:  url: 'postgres://app:§@db/app'", password),
  ],
];

const HEADERS: [string, Case][] = [
  ["Cookie", framed("Cookie: sessionid=§; theme=dark", random(32))],
  [
    "Cookie, second pair",
    framed("Cookie: theme=dark; sessionid=§", random(32)),
  ],
  ["Set-Cookie", framed("< Set-Cookie: sid=§; Path=/; HttpOnly", random(40))],
  ["Cookie in JSON", framed('"Cookie": "sid=§"', random(32))],
  ["curl -b", framed("curl -b 'sid=§' https://example.com", random(32))],
  [
    "curl --cookie",
    framed('curl --cookie "sid=§" https://example.com', random(32)),
  ],
  ["Bearer", framed("Authorization: Bearer §", random(40))],
  ["Bearer in code", framed('set("Authorization", "Bearer §")', random(40))],
  [
    "Basic",
    framed("Authorization: Basic §", (make) => btoa(`ada:${make(12)}`)),
  ],
  ["x-api-key", framed("-H 'x-api-key: §'", random(32))],
  ["log of a header", framed("api | authorization: token §", random(40))],
];

const FILES: [string, Case][] = [
  [
    "netrc",
    framed("machine example.com login ada password §", random(9, LOWER)),
  ],
  [
    "netrc, lines",
    framed(
      "machine example.com\n  login ada\n  password §\n",
      random(9, LOWER),
    ),
  ],
  [
    "netrc through Read",
    framed("1\tmachine example.com login ada password §", password),
  ],
  ["pgpass", framed("db.example.com:5432:app:ada:§", random(9, LOWER))],
  ["pgpass through Read", framed("1\tdb.example.com:5432:*:ada:§", password)],
  [
    "pgpass through Grep",
    framed(".pgpass:2:localhost:5432:app:ada:§", password),
  ],
  ["htpasswd", framed("ada:§", (make) => `$apr1$${make(8)}$${make(22)}`)],
  ["htpasswd bcrypt", framed("ada:§", (make) => `$2y$05$${make(53)}`)],
  ["htpasswd SHA", framed("ada:{SHA}§", (make) => `${make(27, BASE64)}=`)],
  [
    "shadow",
    framed("root:§:19000:0:99999:7:::", (make) => `$6$${make(8)}$${make(86)}`),
  ],
  ["npmrc", framed("//registry.example.com/:_authToken=§", random(36))],
  ["docker config", framed('"auth": "§"', (make) => btoa(`ada:${make(16)}`))],
  ["properties", framed("spring.datasource.password=§", random(9, LOWER))],
  ["YAML", framed("  password: §\n  user: ada", random(9, LOWER))],
  ["TOML", framed('api_key = "§"', random(32))],
  ["XML", framed("<password>§</password>", random(9, LOWER))],
  ["SQL", framed("CREATE USER app WITH PASSWORD '§';", random(9, LOWER))],
];

const COMMANDS: [string, Case][] = [
  ["redis-cli -a", framed("redis-cli -h cache -a § ping", password)],
  ["mysql -p", framed("mysql -u root -p§ app", password)],
  ["--password", framed("deploy --password § --yes", password)],
  ["--password=", framed("deploy --password=§ --yes", random(9, LOWER))],
  ["--password in a list", framed('["--password", "§"]', password)],
  ["--body", framed("gh secret set DEPLOY_KEY --body §", password)],
  ['--body "', framed('gh secret set DEPLOY_KEY -R a/b --body "§"', password)],
  [
    "--from-literal",
    framed("kubectl create secret generic x --from-literal=pin=§", password),
  ],
  [
    "--from-literal, second",
    framed(
      "kubectl create secret generic x --from-literal=user=ada --from-literal=word=§",
      random(9, LOWER),
    ),
  ],
  [
    "| docker login",
    framed("echo § | docker login -u ada --password-stdin", password),
  ],
  [
    '| docker login, "',
    framed(
      'echo "§" | docker login ghcr.io -u ada --password-stdin',
      random(40),
    ),
  ],
  [
    "printf | podman login",
    framed("printf '%s' '§' | podman login -u ada --password-stdin", password),
  ],
  [
    "docker login -p",
    framed("docker login -u ada -p § registry.example.com", password),
  ],
  ["sshpass", framed("sshpass -p '§' ssh host", password)],
  ["curl -u", framed("curl -u ada:§ https://example.com", password)],
  [
    "curl -u, no name",
    framed("curl -u :§ https://dev.azure.com/x", random(52)),
  ],
  ["ldapsearch -w", framed("ldapsearch -x -D cn=admin -w § -b dc=x", password)],
  ["htpasswd -b", framed("htpasswd -b .htpasswd ada §", password)],
  ["openssl -passin", framed("openssl rsa -in k.pem -passin pass:§", password)],
  ["PGPASSWORD", framed("PGPASSWORD=§ psql -h db app", random(9, LOWER))],
  ["export", framed("export STRIPE_SECRET=§ && npm start", password)],
  ["mongosh -p", framed("mongosh -u root -p § --quiet", password)],
  ["--token", framed("deploy --token § --yes", random(32))],
  ["docker -e", framed("docker run -e DB_PASSWORD=§ app", random(9, LOWER))],
];

const TABLES: [string, Case][] = [
  [
    "table",
    framed(
      "| Name | Value |\n|---|---|\n| DB_PASSWORD | § |",
      random(9, LOWER),
    ),
  ],
  ["table, code", framed("| `API_KEY` | `§` |", random(32))],
  ["table, words", framed("| Admin password | § |", password)],
  ["table, bold", framed("| **Access token** | `§` |", random(32))],
  ["table, third cell", framed("| 1 | SERVICE_TOKEN | § |", random(28))],
];

const PROSE: [string, Case][] = [
  ["your API key is", framed("your API key is `§`", random(32))],
  ["API key is, bare", framed("The API key is § now", random(32))],
  ["the token is", framed("ok, the token is §.", random(32))],
  ["the password is", framed("the password is §", password)],
  [
    "password for",
    framed("The password for staging is §, as before", password),
  ],
  ["password, quoted", framed('My password is "§"', password)],
  ["password was", framed("the old password was §", password)],
  [
    "passphrase",
    framed(
      "passphrase: § ",
      (make) => [5, 6, 7, 5].map((length) => make(length, LOWER)).join(" "),
    ),
  ],
  ["Passwort ist", framed("Das Passwort ist §", password)],
  ["Passwort lautet", framed("Das Passwort lautet `§`", password)],
  ["Kennwort", framed("Kennwort ist §", password)],
  ["API-Schlüssel", framed("Der API-Schlüssel lautet §", random(32))],
  ["비밀번호는", framed("스테이징 비밀번호는 § 입니다", password)],
  ["비밀번호:", framed("비밀번호: §", password)],
  ["암호는", framed("관리자 암호는 `§`", password)],
  ["API 키는", framed("API 키는 § 입니다", random(32))],
  ["パスワードは", framed("パスワードは § です", password)],
  ["パスワード：", framed("パスワード：§", password)],
  ["APIキーは", framed("APIキーは §", random(32))],
  [
    "in a sentence with a path",
    framed("In .env the password is '§'", password),
  ],
];

/** Known not to be found, each for a reason. */
const HARD: [string, Case][] = [
  // A word among words: nothing tells it from the sentence around it.
  ["a plain word in prose", framed("the password is §", random(9, LOWER))],
  // The name is in the head of the column, three lines above.
  [
    "table, name in the head",
    framed("| user | password |\n|---|---|\n| ada | § |", password),
  ],
  // Letters alone, not after a name.
  ["a bare password on a line", framed("§", random(10, LOWER))],
];

/** The same corpus every time. */
export function plantSecrets(): Planted[] {
  const make = maker(20_261_118);
  const all = [
    ...KEYS,
    ...LINES,
    ...TOKENS,
    ...SHAPES,
    ...AWS,
    ...ADDRESSES,
    ...HEADERS,
    ...FILES,
    ...COMMANDS,
    ...TABLES,
    ...PROSE,
    ...HARD,
  ];
  return all.map(([where, build]) => ({ where, ...build(make) }));
}
