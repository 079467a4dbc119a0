/**
 * Places where secrets come up in a session: files, headers, addresses,
 * command lines, tables and sentences. `§` marks where the value goes.
 */

import {
  BASE64,
  type Case,
  framed,
  HEX,
  LOWER,
  type Make,
  password,
  random,
  signed,
} from "./secret_values.ts";

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
  [
    "netrc through Read, lines",
    framed("1\tmachine h\n2\tlogin ada\n3\tpassword §", signed),
  ],
  [
    "Kubernetes",
    framed("- name: DB_PASSWORD\n  value: §", random(9, LOWER)),
  ],
  [
    "Kubernetes through Read",
    framed('12\t- name: API_TOKEN\n13\t  value: "§"', random(28)),
  ],
  ["Dockerfile", framed("ENV DB_PASSWORD §", random(9, LOWER))],
  ["Dockerfile, token", framed("ENV API_TOKEN §", random(28))],
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
  [
    'printf "%s" | docker login',
    framed('printf "%s" "§" | docker login -u a --password-stdin', password),
  ],
  [
    "docker login <<<",
    framed('docker login -u ada --password-stdin <<< "§"', password),
  ],
  ["chpasswd", framed('echo "ada:§" | chpasswd', password)],
  ["sudo -S", framed("echo § | sudo -S ls", password)],
  ["gh secret set -b", framed('gh secret set DEPLOY -b"§"', password)],
  [
    "--secret-string",
    framed("aws secretsmanager create-secret --secret-string §", password),
  ],
  ["--password with signs", framed("tool --password §", signed)],
  ["key with signs", framed('curl -H "X-Api-Key: §" example.com', signed)],
  ["key with signs in an address", framed("?api_key=§&a=b", signed)],
  [
    "PAT in an address",
    framed("git clone https://§@dev.azure.com/o/p/_git/r", random(52)),
  ],
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
  ["table, German", framed("| Passwort | § |", password)],
  ["table, Korean", framed("| 비밀번호 | § |", password)],
  ["table, Japanese", framed("|**パスワード**|`§`|", password)],
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
  ["password with signs", framed("the password is §", signed)],
  ["my Azure DevOps PAT is", framed("my Azure DevOps PAT is §", random(52))],
  ["the passphrase is", framed("the passphrase is §", password)],
  ["the db pwd is", framed("the db pwd is §", password)],
  ["시크릿", framed("비밀 키는 §야", password)],
  ["シークレットキー", framed("シークレットキー: §", password)],
  ["合言葉", framed("合言葉は §", password)],
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

const words = (make: Make) =>
  [7, 5, 6, 4].map((length) => make(length, LOWER)).join(" ");
const manyWords = (make: Make) =>
  `${words(make)} ${words(make)} ${words(make)}`;

/** As people type them: a sentence, and what goes into it. */
const TOLD: [string, Case][] = ([
  [password, [
    "use password § for admin",
    "I set the password to §",
    "change the password to § please",
    "the new password: §",
    "Here's the password: `§`",
    "user ada, password §",
    "login: ada, pw: §",
    "my pw = §",
    "pw is §",
    "credentials: ada / §",
    "password to the db -> §",
    "the password's §",
    "password (staging): §",
    "Password for root@db.example.com: §",
    "the passcode is §",
    "access code is §",
    "password will be §",
    "password has been changed to §",
    "password `§`",
    "its password is §!",
    "비번은 §",
    "비번: §",
    "비번 § 로 로그인해",
    "패스워드는 § 입니다",
    "패스워드: §",
    "비밀번호를 §로 바꿨어",
    "비밀번호는 §야",
    '비밀번호는 "§"이에요',
    "암호: §",
    "パスワードを § に変更して",
    "パスワードは§です",
    "パスワード「§」",
    "PWは §",
    "暗証番号は §",
    "ログインパスワードが §",
    "Passwort: §",
    "Das Passwort für den Server: §",
    "mit dem Passwort § anmelden",
    "Kennwort: §",
    "Das Kennwort lautet „§“",
    "Das Passwort heißt §",
    "Das Passwort wurde auf § geändert",
    "Zugangscode: §",
    "Das neue PW ist §",
  ]],
  [random(32), [
    "the secret is §",
    "client secret is §",
    "use this token §",
    "use this key: §",
    "here is my api key §",
    "토큰은 § 입니다",
    "토큰: §",
    "API 키: §",
    "トークンは § です",
    "APIキー：§",
    "API-Schlüssel: §",
    "Der Schlüssel lautet §",
  ]],
  [words, [
    "my passphrase is §",
    "the passphrase is: §",
    'The passphrase for the deploy key is "§".',
    "passphrase = §",
    'with passphrase "§"',
    "unlock it with the passphrase §",
    'PASSPHRASE="§"',
    "BORG_PASSPHRASE='§' borg list",
    "패스프레이즈는 § 입니다",
    "패스프레이즈: §",
    "암호는 §",
    "パスフレーズは「§」です",
    "パスフレーズは § です",
    "パスフレーズ：§",
    "Die Passphrase lautet §",
    "Die Passphrase ist: §",
  ]],
  [manyWords, [
    "my seed phrase is §",
    "recovery phrase: §",
    'mnemonic: "§"',
    "시드 문구: §",
  ]],
] as const).flatMap(([value, frames]) =>
  frames.map((frame): [string, Case] => [frame, framed(frame, value)])
);

/** Known not to be found, each for a reason. */
const HARD: [string, Case][] = [
  // Nothing names it.
  ["with, and no name", framed("log in as ada with §", password)],
  // Words among words: nothing tells where it ends.
  [
    "a passphrase inside a sentence",
    framed("use the passphrase § to unlock it", words),
  ],
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

export const SURVIVORS: readonly string[] = HARD.map(([where]) => where);

export const PLACES: readonly [string, Case][] = [
  ...AWS,
  ...ADDRESSES,
  ...HEADERS,
  ...FILES,
  ...COMMANDS,
  ...TABLES,
  ...PROSE,
  ...TOLD,
  ...HARD,
];
