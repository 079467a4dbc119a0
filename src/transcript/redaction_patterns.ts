/**
 * The one table of secrets that are removed before anything is written. A row
 * knows its secret either by shape (a token that begins with `ghp_`) or by
 * name (whatever stands behind `password =`). To add a secret, add a row: its
 * hints make the search, its two examples make the tests.
 */

import {
  isMachineMade,
  isPassword,
  isRandom,
  isSharedSecret,
  isStandIn,
  type Judge,
} from "./secret_value.ts";

interface Row {
  /** Shown as `[REDACTED:kind]`. */
  readonly kind: string;
  /** A text the row redacts. Put together, so that no scanner takes it for a leak. */
  readonly example: string;
  /** A text that looks nearly the same and stays as it is. */
  readonly nearMiss: string;
}

/**
 * A literal that every match begins with; or the source of an expression that
 * ends at an anchor, where the match then begins. The search stops at anchors
 * and looks at the two characters before them, so a hint needs all three.
 */
export type Hint =
  | string
  | { readonly anchor: string; readonly source: string };

export interface ShapedSecret extends Row {
  readonly hints: readonly Hint[];
  /**
   * Sticky, tried where a hint was found. The group `secret`, or else the whole
   * match, is what goes. Every repeat must end where the next hint begins, or
   * be bounded: time has to stay linear on any input.
   */
  readonly regex: RegExp;
  readonly accept?: (secret: string) => boolean;
}

export interface NamedSecret extends Row {
  /** How names of the row end, in lower case; found before `=` and `:`. */
  readonly endings: readonly string[];
  /** Tried on the name in snake_case, lower case, without a final number. */
  readonly name: RegExp;
  readonly judge: Judge;
}

export type SecretPattern = ShapedSecret | NamedSecret;

/**
 * Characters that hints are found by, rarest first. Each costs time on every
 * text that has it, and more than 16 would turn off the engine's fast search.
 */
export const ANCHORS = "Jz'>_I=:.-";

const ALNUM = "[A-Za-z0-9]";
const HEX = "[0-9a-f]";
const WORD = "[\\w-]";

/** A token begins at a word's edge, behind an escape, or behind a terminal colour. */
const EDGE = "(?:(?<![\\w-])|(?<=\\\\[nrt]|%[0-9A-Fa-f]{2}|\\[[\\d;]{1,9}m))";

const escape = (literal: string) =>
  literal.replace(/[.\\/+*?()[\]{}|^$-]/g, "\\$&");

/** An invented secret of an alphabet: as mixed as a real one, and the same every time. */
function fill(length: number, alphabet = ALNUM): string {
  const pool = "k7Qw2Zr9Lm4Xc1VtE5b0Da8f".match(new RegExp(alphabet, "g")) ??
    [];
  return Array.from({ length }, (_, i) => pool[i % pool.length]).join("");
}

/** A token known by its prefix, with at least `min` characters of an alphabet behind it. */
function token(
  kind: string,
  prefixes: string,
  min: number,
  alphabet = ALNUM,
): ShapedSecret {
  const hints = prefixes.split(" ");
  const heads = hints.map(escape).join("|");
  return {
    kind,
    hints,
    regex: new RegExp(`${EDGE}(?:${heads})${alphabet}{${min},}`, "y"),
    accept: notRepeated,
    example: `export X=${hints[0]}${fill(min, alphabet)}`,
    nearMiss: `export X=${hints[0]}${fill(min - 1, alphabet)}`,
  };
}

function notRepeated(secret: string): boolean {
  return !/([^])\1{7}/.test(secret);
}

function named(
  kind: string,
  endings: string,
  name: RegExp,
  judge: Judge,
  example: string,
  nearMiss: string,
): NamedSecret {
  return { kind, endings: endings.split(" "), name, judge, example, nearMiss };
}

const FLAG = "[\\w\"'] -(?=u|p|-user)";
const LONG_FLAG =
  "[\\s\"'`(\\[,]--(?=[a-z0-9-]{0,30}(?:pass|token|secret|key))";

/** The value behind a command line flag, `--db-password x` or `"--password", "x"`. */
function flagValue(names: string): RegExp {
  const name = `(?<=-)-(?:[a-z0-9]{1,20}-){0,3}(?:${names})`;
  const gap = "(?:[ \\t]{1,4}[\"'`]?|[\"'`],[ \\t]{0,4}[\"'`])";
  const value = "(?<secret>[^\\s\"'`\\]]{3,512})";
  return new RegExp(name + gap + value, "dy");
}

/** The credentials of an HTTP header, `Authorization: scheme x` or `"Authorization", "scheme x"`. */
function auth(scheme: string, credentials: string): RegExp {
  const gap =
    "[\"'`\\]\\\\]{0,3}[ \\t]{0,3}(?:=>|[:=,])[ \\t]{0,3}[\"'`\\\\]{0,2}";
  return new RegExp(
    `uthorization${gap}${scheme}[ \\t]{1,3}(?<secret>${credentials})`,
    "diy",
  );
}

const ofShape = (shape: RegExp): Judge => (value) =>
  shape.test(value) && !isStandIn(value);

const BASE64_LINE = "[A-Za-z0-9+/=]{16,}";
const LINE_BREAK = "(?:\\\\+[nrt]|[\\s\"',|>])";

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  token("aws-access-key-id", "AKIA ASIA", 16, "[A-Z0-9]"),
  token("google-api-key", "AIza", 35, WORD),
  token("google-oauth-token", "ya29.", 20, WORD),
  token("google-client-secret", "GOCSPX-", 28, WORD),
  token("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", 36),
  token("github-token", "github_pat_", 50, "\\w"),
  token("gitlab-token", "glpat- gldt- glrt- glptt- glcbt- glsoat-", 20, WORD),
  token("slack-token", "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xapp-", 20, WORD),
  token("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_", 16),
  token("stripe-webhook-secret", "whsec_", 24),
  token("anthropic-key", "sk-ant-", 16, WORD),
  token("openai-key", "sk-proj- sk-svcacct- sk-admin-", 15, WORD),
  token("groq-key", "gsk_", 40),
  token("replicate-token", "r8_", 36),
  token("perplexity-key", "pplx-", 40),
  token("xai-key", "xai-", 60),
  token("huggingface-token", "hf_", 30),
  token("npm-token", "npm_", 36),
  token("pypi-token", "pypi-", 50, WORD),
  token("rubygems-key", "rubygems_", 48, HEX),
  token("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", 64, HEX),
  token("linear-key", "lin_api_ lin_oauth_", 32),
  token("notion-token", "ntn_ secret_", 40),
  token("supabase-token", "sbp_", 40, HEX),
  token("supabase-key", "sb_secret_", 20, WORD),
  token("vault-token", "hvs. hvb. hvr.", 24, WORD),
  token("shopify-token", "shpat_ shpca_ shppa_ shpss_", 32, "[0-9a-fA-F]"),
  token("square-token", "sq0atp- sq0csp- sq0idp-", 22, WORD),
  token("mailgun-key", "key-", 32, HEX),
  token("sentry-token", "sntrys_ sntryu_", 40, "[\\w+/=-]"),
  token("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa.", 40, "[\\w.-]"),
  token("docker-token", "dckr_pat_ dckr_oat_", 27, WORD),
  token("grafana-token", "glsa_ glc_", 32, "[\\w+/=]"),
  token(
    "planetscale-token",
    "pscale_tkn_ pscale_pw_ pscale_oauth_",
    32,
    "[\\w.-]",
  ),
  token("postman-key", "PMAK-", 50, WORD),
  token("newrelic-key", "NRAK-", 27, "[A-Z0-9]"),
  token("figma-token", "figd_ figu_", 40, WORD),
  token("netlify-token", "nfp_", 36),
  token("pulumi-token", "pul-", 40, HEX),
  token("age-key", "AGE-SECRET-KEY-1", 58, "[A-Z0-9]"),
  {
    kind: "openai-key",
    hints: ["sk-"],
    regex: new RegExp(`${EDGE}sk-${WORD}{20,}`, "y"),
    // `sk-` also begins the class names of style sheets.
    accept: (secret) =>
      /\d/.test(secret) && /[A-Z]/.test(secret) && notRepeated(secret),
    example: "my key: sk-" + fill(48),
    nearMiss: '<div class="sk-fading-circle-animated-2">',
  },
  {
    kind: "sendgrid-key",
    hints: ["SG."],
    regex: new RegExp(`${EDGE}SG\\.${WORD}{16,64}\\.${WORD}{16,}`, "y"),
    example: "SG." + fill(22) + "." + fill(43),
    nearMiss: "a plan for SG.next quarter",
  },
  {
    kind: "telegram-bot-token",
    hints: [{ anchor: ":", source: "\\d\\d:(?=[\\w-]{35})" }],
    regex: /(?<=(?<!\d)\d{8,10}):(?<secret>[\w-]{35})(?![\w-])/dy,
    example: "bot 7301948265" + ":" + fill(35),
    nearMiss: "at 20260201:" + fill(12),
  },
  {
    kind: "discord-token",
    hints: [{ anchor: ".", source: "\\w\\w\\.(?=[\\w-]{6}\\.[\\w-]{27})" }],
    regex: /(?<=[MNO][\w-]{22,27})\.[\w-]{6}\.[\w-]{27,}/y,
    example: "M" + fill(23) + ".Gk2x_Q." + fill(38),
    nearMiss: "import app.module.resolver",
  },
  {
    kind: "discord-webhook",
    hints: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    regex:
      /discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/(?<secret>[\w-]{20,})/dy,
    example: "https://discord.com/api/webhooks/1234567/" + fill(60),
    nearMiss: "https://discord.com/api/webhooks/{id}/{token}",
  },
  {
    kind: "slack-webhook",
    hints: ["hooks.slack.com/"],
    regex:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/]{20,})/dy,
    example: "https://hooks.slack.com/services/T0" + fill(7) + "/B0" + fill(24),
    nearMiss: "https://hooks.slack.com/services/...",
  },
  {
    kind: "jwt",
    hints: ["eyJ"],
    regex: new RegExp(
      `${EDGE}eyJ${WORD}{8,}\\.eyJ${WORD}{4,}(?:\\.${WORD}*){0,4}`,
      "y",
    ),
    example: "eyJ" + fill(20) + ".eyJ" + fill(40) + "." + fill(43),
    nearMiss: "a JWT begins with eyJ because of its brace",
  },
  {
    // Whole blocks, blocks in JSON strings, and blocks somebody cut off before their end.
    kind: "private-key",
    hints: ["-----BEGIN "],
    regex: new RegExp(
      "-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----" +
        "(?:[^-]*(?:-(?!----)[^-]*)*-----END [A-Z0-9 ]{0,40}-----" +
        `|(?:${LINE_BREAK}*(?:[A-Za-z-]{4,16}: [^\\r\\n\\\\]{0,80}(?=[\\r\\n\\\\])|${BASE64_LINE}))*` +
        `(?:${LINE_BREAK}*[A-Za-z0-9+/=]{1,15}$)?)`,
      "y",
    ),
    accept: (block) => new RegExp(BASE64_LINE).test(block),
    example: "-----BEGIN RSA PRIV" + "ATE KEY-----\n" + fill(64) + "\n" +
      fill(20) +
      "==\n-----END RSA PRIV" + "ATE KEY-----",
    nearMiss: 'grep -r "-----BEGIN RSA PRIVATE KEY-----" src',
  },
  {
    kind: "url-password",
    hints: [{ anchor: ":", source: "\\w\\w:(?=\\/\\/)" }],
    regex:
      /:\/\/[^\s/:@"'`<>]{0,128}:(?<secret>[^\s/"'`<>]{1,256})@(?=[\w.[$-])/dy,
    accept: (secret) => !/^[$%<{[*]|^x+$/i.test(secret),
    example: "postgres://app:" + "s3cr3t-pw@db.example.com:5432/app",
    nearMiss:
      "ssh://git@example.com:2222/repo and http://localhost:3000/@scope",
  },
  {
    kind: "bearer-token",
    hints: ["uthorization"],
    regex: auth("bearer", "[\\w.~+/=-]{8,}"),
    accept: (secret) => isMachineMade(secret, "quoted"),
    example: 'set("Authorization", "Bearer ' + fill(24) + '")',
    nearMiss: "Authorization: Bearer $TOKEN",
  },
  {
    kind: "basic-auth",
    hints: ["uthorization"],
    regex: auth("basic", "[A-Za-z0-9+/]{8,}={0,2}"),
    accept: isUserAndPassword,
    example: 'set("Authorization", "Basic ' + btoa("ada:correct horse") + '")',
    nearMiss: "Authorization: Basic authentication",
  },
  {
    kind: "curl-user",
    hints: [{ anchor: "-", source: FLAG }],
    regex:
      /(?<=\b(?:curl|wget|https?)\b[^\r\n|;]{0,300} )(?:-u|--user)[ =]?["']?[^\s:"'$]{1,64}:(?<secret>[^\s"'$]{2,128})/dy,
    example: "curl -s -u ada:" + "lovelace1815 https://example.com",
    nearMiss: "docker run -u 1000:1000 alpine",
  },
  {
    kind: "command-password",
    hints: [{ anchor: "-", source: FLAG }],
    regex:
      /(?<=\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\r\n|;]{0,200} )-p["']?(?<secret>[^\s"'$-][^\s"']{2,128})/dy,
    example: "mysql -h db -u root -p" + "Xk93mmq app",
    nearMiss: "mkdir -p src && mysql -u root -p app",
  },
  {
    kind: "command-password",
    hints: [{ anchor: "-", source: FLAG }],
    regex:
      /(?<=\b(?:sshpass|(?:docker|podman|helm|az|oc) [a-z ]{0,20}login)\b[^\r\n|;]{0,200} )-p[ =]?["']?(?<secret>[^\s"'$-][^\s"']{2,128})/dy,
    example: "sshpass -p '" + "Xk93mmq' ssh host",
    nearMiss: 'docker login -u ada -p "$PASSWORD"',
  },
  {
    kind: "sql-password",
    hints: ["PASSWORD '", "password '", "BY '", "by '"],
    regex: /(?:password|(?<=identified )by) '(?<secret>[^'\r\n]{3,128})'/diy,
    accept: (secret) => isPassword(secret, "quoted"),
    example: "CREATE USER app WITH PASSWORD '" + "Xk93mmq';",
    nearMiss: "ORDER BY 'name'",
  },
  {
    kind: "password",
    hints: [{
      anchor: ">",
      source: "[A-Za-z][dtnyDTNY]>(?<=(?:word|WORD|wd|cret|oken|[kK]ey)>)",
    }],
    regex:
      /(?<=<[\w.:-]{0,40}(?:password|passwd|pwd|secret|(?:access|auth|api|refresh)-?token|api-?key))>(?<secret>[^<>\s]{3,512})(?=<\/)/diy,
    accept: (secret) => isPassword(secret, "quoted"),
    example: "<server><password>" + "letmein</password></server>",
    nearMiss: "const token = useState<Token>(initial)</p>",
  },
  {
    kind: "password",
    hints: [{ anchor: "-", source: LONG_FLAG }],
    regex: flagValue("password|passwd|passphrase"),
    accept: (secret) => isPassword(secret, "bare"),
    example: "deploy --db-password " + "hunter2 --yes",
    nearMiss: "the --password option asks for it",
  },
  {
    kind: "token",
    hints: [{ anchor: "-", source: LONG_FLAG }],
    regex: flagValue("token|secret|api-?key|access-key"),
    accept: (secret) => isMachineMade(secret, "quoted"),
    example: "deploy --auth-token " + fill(20),
    nearMiss: "deploy --auth-token $DEPLOY_TOKEN",
  },
  named(
    "aws-secret-key",
    "key",
    /secret_(?:access_)?key$/,
    ofShape(/^[A-Za-z0-9/+]{40}$/),
    "aws_secret_access_key = " + fill(40),
    "aws_secret_access_key = ${AWS_SECRET_ACCESS_KEY}",
  ),
  named(
    "azure-key",
    "key",
    /(?:account|shared_access|storage)_?key$/,
    ofShape(/^[A-Za-z0-9+/]{40,}={0,2}$/),
    "AccountName=app;AccountKey=" + fill(86) + "==;EndpointSuffix=core",
    "AccountName=app;AccountKey=<key>;EndpointSuffix=core",
  ),
  named(
    "azure-sas",
    "sig",
    /(?:^|_)sig$/,
    ofShape(/^[A-Za-z0-9+/=%]{40,}$/),
    "https://app.example.com/c?sv=2024-01-01&sig=" + fill(43) + "%3D",
    "const sig = signature",
  ),
  named(
    "databricks-token",
    "token key",
    /token$|key$/,
    ofShape(/^dapi[0-9a-f]{32}(?:-\d)?$/),
    "DATABRICKS_TOKEN=dapi" + fill(32, HEX),
    "DATABRICKS_TOKEN=dapi...",
  ),
  named(
    "cloudflare-token",
    "token key",
    /(?:cloudflare|cf)_(?:\w+_)?(?:token|key)$/,
    ofShape(/^[\w-]{32,}$/),
    "CLOUDFLARE_API_TOKEN=" + fill(40),
    "CLOUDFLARE_API_TOKEN=$TOKEN",
  ),
  named(
    "twilio-token",
    "token secret",
    /twilio_(?:\w+_)?(?:token|secret)$/,
    ofShape(/^[0-9A-Za-z]{32}$/),
    "TWILIO_AUTH_TOKEN: " + fill(32, HEX),
    "TWILIO_AUTH_TOKEN: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  ),
  named(
    "authorization",
    "authorization",
    /authorization$/,
    isMachineMade,
    "authorization: token " + fill(20),
    "authorization: token ${token}",
  ),
  named(
    "password",
    "password passwd passphrase passcode pwd",
    /(?:password|passwd|passphrase|passcode)$|(?:^|_)pwd$|[a-z0-9]_pass$/,
    isPassword,
    'const dbPassword = "' + "letmein" + '";',
    "interface Login { password: string; }",
  ),
  named(
    "password",
    "pass",
    /(?:^|_)pass$/,
    // Test runners print `PASS: name`.
    (value, style) =>
      style === "quoted"
        ? isPassword(value, style)
        : isMachineMade(value, "bare"),
    '{ user: "ada", pass: "' + "letmein" + '" }',
    "--- PASS: TestLogin2 (0.00s)",
  ),
  named(
    "private-key",
    "key",
    /private_?key$/,
    isRandom,
    '"private_key": "' + fill(44) + '"',
    "private_key: PrivateKey",
  ),
  named(
    "api-key",
    "key base",
    /(?:api|access|account|admin|anon|app|auth|client|consumer|deploy|encryption|hmac|jwt|license|master|role|secret|service|session|shared|signing|storage|webhook)_?key(?:_base)?$/,
    isMachineMade,
    "x-api-key: " + fill(24),
    "const API_KEY = process.env.API_KEY",
  ),
  named(
    "token",
    "token",
    /(?<!(?:next|page|sync|cursor|continuation|input|output)_)token$/,
    isMachineMade,
    '{\\"refreshToken\\": \\"' + fill(18) + '\\"}',
    "token = getToken()",
  ),
  named(
    "secret",
    "secret",
    /secret$/,
    isSharedSecret,
    "JWT_SECRET=" + "open-sesame",
    "secret: my-tls-certificate",
  ),
  named(
    "credential",
    "auth credential credentials",
    /(?:^|_)(?:auth|credentials?)$/,
    isRandom,
    "_auth=" + fill(24),
    "auth = createAuthProvider",
  ),
];

function isUserAndPassword(base64: string): boolean {
  try {
    return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(atob(base64));
  } catch {
    return false;
  }
}
