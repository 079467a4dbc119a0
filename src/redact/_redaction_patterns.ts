/**
 * The one table of secrets that are removed before anything is written. A row
 * knows its secret either by shape (what begins with `ghp_`) or by name (what
 * follows `password =`). To add a secret, add a row: its hints make the
 * search, its two examples make the tests. Earlier rows win.
 */

import {
  COLON,
  EDGE,
  fill,
  headerValue,
  HEX,
  isNotRepetitive,
  type SecretPattern,
  token,
  WORD,
} from "./_secret_pattern.ts";
import {
  isBasicAuth,
  isMachineMade,
  isPassword,
  isRandom,
  isSharedSecret,
  ofShape,
} from "./_secret_value.ts";
import { COMMAND_PATTERNS } from "./_command_patterns.ts";
import { KEY_PATTERNS } from "./_key_patterns.ts";
import { LISTED_PATTERNS } from "./_listed_patterns.ts";
import { TOLD_PATTERNS } from "./_told_patterns.ts";

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  token("aws-access-key-id", "AKIA ASIA", 16, "[A-Z0-9]"),
  token("google-api-key", "AIza", 35, WORD),
  token("google-oauth-token", "ya29.", 20, WORD),
  token("google-client-secret", "GOCSPX-", 28, WORD),
  token("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", 36),
  token("github-token", "github_pat_", 50, "\\w"),
  token("gitlab-token", "glpat- gldt- glrt- glptt- glcbt- glsoat-", 20, WORD),
  token(
    "slack-token",
    "xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxd- xapp-",
    20,
    WORD,
  ),
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
  token("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa.", 40),
  token("docker-token", "dckr_pat_ dckr_oat_", 27, WORD),
  token("grafana-token", "glsa_ glc_", 32, "[\\w+/=]"),
  token("planetscale-token", "pscale_tkn_ pscale_pw_", 32, WORD),
  token("postman-key", "PMAK-", 50, WORD),
  token("newrelic-key", "NRAK-", 27, "[A-Z0-9]"),
  token("figma-token", "figd_ figu_", 40, WORD),
  token("netlify-token", "nfp_", 36),
  token("pulumi-token", "pul-", 40, HEX),
  token("sonar-token", "sqp_ squ_ sqa_", 40, HEX),
  token("fly-token", "fm2_ fm1r_ fm1a_", 40, "[\\w+/=]"),
  token("age-key", "AGE-SECRET-KEY-1", 58, "[A-Z0-9]"),
  {
    kind: "openai-key",
    hints: ["sk-"],
    regex: new RegExp(`${EDGE}sk-${WORD}{20,}`, "y"),
    // Style sheets have classes that begin with `sk-`.
    accept: (secret) =>
      /\d/.test(secret) && /[A-Z]|^sk-[a-z0-9]+$/.test(secret) &&
      isNotRepetitive(secret),
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
    hints: [COLON],
    regex: /(?<=(?<!\d)\d{8,10}):(?<secret>[\w-]{35})(?![\w-])/dy,
    example: "bot 7301948265" + ":" + fill(35),
    nearMiss: "at 20260201:" + fill(12),
  },
  {
    kind: "jwt",
    hints: ["eyJ"],
    regex: new RegExp(
      `${EDGE}eyJ${WORD}{8,4096}\\.eyJ${WORD}{4,8192}(?:\\.${WORD}{0,8192}){0,4}`,
      "y",
    ),
    example: "eyJ" + fill(20) + ".eyJ" + fill(40) + "." + fill(43),
    nearMiss: "a JWT begins with eyJ because of its brace",
  },
  ...KEY_PATTERNS,
  {
    kind: "webhook-url",
    hints: [COLON],
    regex:
      /:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/(?<secret>[\w/-]{20,})/dy,
    example: "https://hooks.slack.com/services/T0" + fill(7) + "/B" + fill(24),
    nearMiss: "https://hooks.slack.com/services/...",
  },
  {
    kind: "url-password",
    hints: [COLON],
    regex:
      /:\/\/[^\s/:@"'`<>]{0,128}:(?<secret>[^\s/"'`<>]{1,256})@(?=[\w.[$-])/dy,
    accept: (secret) => !/^[$%<{[*]|^x+$/i.test(secret),
    example: "postgres://app:" + "s3cr3t-pw@db.example.com:5432/app",
    nearMiss: "ssh://git@example.com:2222/repo, http://localhost:3000/@scope",
  },
  {
    kind: "url-password",
    hints: [COLON],
    // A slash in it, as people paste it; in an address that has a port or a path it is none.
    regex:
      /:\/\/(?<=(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|s?ftp|smtps?|https?):\/\/)[^\s/:@"'`<>]{0,128}:(?!\d{1,5}(?:\/|$))(?<secret>[^\s"'`<>]{1,256})@(?=[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}(?::\d{1,5})?(?:[/?\s"'`<>]|$))/dy,
    accept: (secret) => !/^[$%<{[*]|^x+$|:\/\//i.test(secret),
    example: "postgres://app:" + "s3cr/t@pw@db.example.com:5432/app",
    nearMiss:
      "http://localhost:3000/@scope/a, https://x.dev:8443/u@example.com",
  },
  {
    kind: "bearer-token",
    hints: ["uthorization"],
    regex: headerValue("bearer", "[\\w.~+/=-]{8,}"),
    accept: (secret) => isMachineMade(secret, "quoted"),
    example: 'set("Authorization", "Bearer ' + fill(24) + '")',
    nearMiss: "curl -H 'Authorization: Bearer $TOKEN' example.com",
  },
  {
    kind: "basic-auth",
    hints: ["uthorization"],
    regex: headerValue("basic", "[A-Za-z0-9+/]{8,2048}={0,2}"),
    accept: isBasicAuth,
    example: "Authorization: Basic " + btoa("ada:correct horse"),
    nearMiss: "Authorization: Basic authentication",
  },
  ...COMMAND_PATTERNS,
  ...TOLD_PATTERNS,
  ...LISTED_PATTERNS,
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
    kind: "aws-secret-key",
    endings: ["key"],
    name: /secret_(?:access_)?key$/,
    judge: ofShape(/^[A-Za-z0-9/+]{40}$/),
    example: "aws_secret_access_key = " + fill(40),
    nearMiss: "aws_secret_access_key = ${AWS_SECRET_ACCESS_KEY}",
  },
  {
    kind: "azure-key",
    endings: ["key"],
    name: /(?:account|shared_access|storage)_?key$/,
    judge: ofShape(/^[A-Za-z0-9+/]{40,}={0,2}$/),
    example: "AccountName=app;AccountKey=" + fill(86) + "==;Suffix=core",
    nearMiss: "AccountName=app;AccountKey=<key>;Suffix=core",
  },
  {
    kind: "azure-sas",
    endings: ["sig"],
    name: /(?:^|_)sig$/,
    judge: ofShape(/^[A-Za-z0-9+/=%]{40,}$/),
    example: "https://app.example.com/c?sv=2024-01-01&sig=" + fill(43) + "%3D",
    nearMiss: "const sig = signature",
  },
  {
    kind: "databricks-token",
    endings: ["token", "key"],
    name: /(?:token|key)$/,
    judge: ofShape(/^dapi[0-9a-f]{32}(?:-\d)?$/),
    example: "DATABRICKS_TOKEN=dapi" + fill(32, HEX),
    nearMiss: "DATABRICKS_TOKEN=dapi...",
  },
  {
    kind: "discord-token",
    endings: ["token"],
    name: /token$/,
    judge: ofShape(/^[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}$/),
    example: "DISCORD_TOKEN=M" + fill(23) + ".Gk2x_Q." + fill(38),
    nearMiss: "DISCORD_TOKEN=${env.discord.token}",
  },
  {
    kind: "cloudflare-token",
    endings: ["token", "key"],
    name: /(?:cloudflare|cf)_(?:\w+_)?(?:token|key)$/,
    judge: ofShape(/^[\w-]{32,}$/),
    example: "CLOUDFLARE_API_TOKEN=" + fill(40),
    nearMiss: "CLOUDFLARE_API_TOKEN=$TOKEN",
  },
  {
    kind: "twilio-token",
    endings: ["token", "secret", "key"],
    name: /twilio_(?:\w+_)?(?:token|secret|key)$/,
    judge: ofShape(/^(?:SK)?[0-9A-Za-z]{32}$/),
    example: "TWILIO_AUTH_TOKEN: " + fill(32, HEX),
    nearMiss: "TWILIO_AUTH_TOKEN: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  },
  {
    kind: "authorization",
    endings: ["authorization"],
    name: /authorization$/,
    judge: isMachineMade,
    example: "authorization: token " + fill(20),
    nearMiss: "authorization: token ${token}",
  },
  {
    kind: "password",
    endings: ["password", "passwd", "passphrase", "passcode", "pwd", "pass"],
    name: /pass(?:word|wd|phrase|code)$|(?:^|_)pwd$|[a-z0-9]_pass$/,
    judge: isPassword,
    example: 'const dbPassword = "' + "letmein" + '";',
    nearMiss: "interface Login { password: string; }",
  },
  {
    kind: "password",
    endings: ["pass"],
    name: /(?:^|_)pass$/,
    // Test runners print `PASS: name`.
    judge: (value, style) =>
      style === "quoted"
        ? isPassword(value, style)
        : isMachineMade(value, "bare"),
    example: '{ user: "ada", pass: "' + "letmein" + '" }',
    nearMiss: "--- PASS: TestLogin2 (0.00s)",
  },
  {
    kind: "private-key",
    endings: ["key"],
    name: /private_?key$/,
    judge: isRandom,
    example: '"private_key": "' + fill(44) + '"',
    nearMiss: "private_key: PrivateKey",
  },
  {
    kind: "api-key",
    endings: ["key", "base"],
    name:
      /(?:api|access|account|admin|anon|app|auth|client|consumer|deploy|encryption|hmac|jwt|license|master|role|secret|service|session|shared|signing|storage|webhook)_?key(?:_base)?$/,
    judge: isMachineMade,
    example: "x-api-key: " + fill(24),
    nearMiss: "const API_KEY = process.env.API_KEY",
  },
  {
    kind: "token",
    endings: ["token"],
    name: /(?<!(?:next|page|sync|cursor|continuation|input|output)_)token$/,
    judge: isMachineMade,
    example: '{\\"refreshToken\\": \\"' + fill(18) + '\\"}',
    nearMiss: "token = getToken()",
  },
  {
    kind: "secret",
    endings: ["secret", "key"],
    name: /secret(?:_key)?$/,
    judge: isSharedSecret,
    example: "JWT_SECRET=" + "open-sesame",
    nearMiss: "secret: my-tls-certificate",
  },
  {
    kind: "credential",
    endings: ["auth", "credential", "credentials"],
    name: /(?:^|_)(?:auth|credentials?)$/,
    judge: (value, style) => isRandom(value, style) || isBasicAuth(value),
    example: "_auth=" + fill(24),
    nearMiss: "auth = createAuthProvider",
  },
];
