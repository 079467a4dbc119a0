/** Rows for secrets on a command line: what follows a flag, or comes through a pipe. */

import {
  fill,
  flagValue,
  SECRET_FLAG,
  type SecretPattern,
  SHORT_FLAG,
} from "./_secret_pattern.ts";
import { isMachineMade, isPassword } from "./_secret_value.ts";

export const COMMAND_PATTERNS: readonly SecretPattern[] = [
  {
    kind: "curl-user",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\b(?:curl|wget|https?)\b[^\r\n|;&]{0,300} )(?:-u|--user|(?<=\bhttps? )-a)[ =]?["']?[^\s:"'$]{0,64}:(?<secret>[^\s"'$]{2,128})/dy,
    example: "curl -s -u ada:" + "lovelace1815 https://example.com",
    nearMiss: "docker run -u 1000:1000 alpine",
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\r\n|;&]{0,200} )-p["']?(?<secret>[^\s"'$-][^\s"']{2,128})/dy,
    example: "mysql -h db -u root -p" + "Xk93mmq app",
    nearMiss: "mkdir -p src && mysql -u root -p app",
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\b(?:sshpass|(?:docker|podman|helm|az|oc) [a-z ]{0,20}login)\b[^\r\n|;&]{0,200} )-p[ =]?["']?(?<secret>[^\s"'$-][^\s"']{2,128})/dy,
    example: "sshpass -p '" + "Xk93mmq' ssh host",
    nearMiss: 'docker login -u ada -p "$PASSWORD"',
  },
  {
    kind: "password",
    hints: [SECRET_FLAG],
    regex: flagValue("password|passwd|passphrase"),
    accept: (secret) => isPassword(secret, "bare"),
    example: "deploy --db-password " + "hunter2 --yes",
    nearMiss: "the --password option asks for it",
  },
  {
    kind: "token",
    hints: [SECRET_FLAG],
    regex: flagValue("token|secret|api-?key|access-key"),
    accept: (secret) => isMachineMade(secret, "quoted"),
    example: "deploy --auth-token " + fill(20),
    nearMiss: "deploy --auth-token $DEPLOY_TOKEN",
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\b(?:redis-cli|valkey-cli|keydb-cli)\b[^\r\n|;&]{0,200} )-a[ =]?["']?(?<secret>[^\s"'$-][^\s"']{2,128})/dy,
    example: "redis-cli -h cache -a " + "Xk93mmq ping",
    nearMiss: 'git commit -a -m "redis-cli"; ls -a src',
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\bldap(?:search|add|modify|whoami|passwd|delete)\b[^\r\n|;&]{0,200} )-w[ =]?["']?(?<secret>[^\s"'$-][^\s"']{2,128})/dy,
    example: "ldapsearch -x -D cn=admin -w " + "Xk93mmq -b dc=example",
    nearMiss: "ldapsearch -x -W -b dc=example; wc -w notes",
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\b(?:unzip|zip|mongo|mongosh|mongodump|mongorestore|psql|sqlcmd|cqlsh|clickhouse-client)\b[^\r\n|;&]{0,200} )-[pP][ =]["']?(?<secret>[^\s"'$-][^\s"']{2,128})/dy,
    accept: (secret) => !/^\d{2,5}$/.test(secret) && isPassword(secret, "env"),
    example: "mongosh -u root -p " + "Xk93mmq --quiet",
    nearMiss: "psql -h db -p 5432 app",
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\bhtpasswd )-(?=[a-zA-Z]{0,4}b)[a-zA-Z]{1,5} [^\s-][^\s]{0,200} [^\s-][^\s]{0,64} ["']?(?<secret>[^\s"'$]{3,128})/dy,
    example: "htpasswd -bc .htpasswd ada " + "Xk93mmq",
    nearMiss: "htpasswd -c .htpasswd",
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex: /-pass(?:in|out)? pass:(?<secret>[^\s"'$]{3,128})/dy,
    example: "openssl rsa -passin pass:" + "Xk93mmq -in key.pem",
    nearMiss: "openssl rsa -passin env:KEY_PASS -in key.pem",
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /(?<=\bcurl\b[^\r\n|;&]{0,300} )-b[ =]?["']?(?<secret>[\w.-]{1,64}=[^\s"']{8,1024})/dy,
    accept: (secret) => hasRandomPart(secret),
    example: "curl -b 'sid=" + fill(24) + "' https://example.com",
    nearMiss: "curl -b cookies.txt https://example.com",
  },
  {
    kind: "cookie",
    hints: [SECRET_FLAG],
    regex: /(?<=-)-cookie[ =]["']?(?<secret>[\w.-]{1,64}=[^"'\r\n]{8,1024})/dy,
    accept: (secret) => hasRandomPart(secret),
    example: 'http GET x --cookie "sid=' + fill(24) + '"',
    nearMiss: "curl --cookie cookies.txt https://example.com",
  },
  {
    kind: "secret",
    hints: [SECRET_FLAG],
    regex:
      /(?<=\bsecret\b[^\r\n;|&]{0,200}[ \t]-)-body[ =]["'`]?(?<secret>[^\s"'`$]{3,512})/dy,
    accept: (secret) => isPassword(secret, "env"),
    example: "gh secret set DEPLOY --body " + "Xk93mmq9",
    nearMiss: 'gh pr create --title Fix --body "See above"',
  },
  {
    kind: "secret",
    hints: [SECRET_FLAG],
    regex:
      /(?<=-)-from-literal[ =]["'`]?[\w.-]{1,64}=(?<secret>[^\s"'`$]{3,512})/dy,
    accept: (secret) => isPassword(secret, "env"),
    example: "kubectl create secret generic x --from-literal=pin=" + "Xk93mmq9",
    nearMiss: "kubectl create secret generic x --from-literal=pin=$PIN",
  },
  {
    kind: "command-password",
    hints: [SECRET_FLAG],
    regex:
      /(?<=\b(?:echo|printf)(?: -n| ["']?%s(?:\\n)?["']?)?[ \t]["']?(?<secret>[^\s"'$|]{3,256})["']?[ \t]{0,4}\|[^\r\n;|&]{0,200}[ \t]-)-(?:password|token)-stdin/dy,
    example: "echo Xk93mmq9 | docker login -u ada --password-stdin",
    nearMiss: 'echo "$PASSWORD" | docker login -u ada --password-stdin',
  },
  {
    kind: "command-password",
    words: ["<<<"],
    hints: [],
    regex:
      /<<<(?<=\b(?:login|passwd|secrets?|(?:password|token)-stdin)\b[^\r\n;|&<]{0,200}<<<)[ \t]{0,3}["']?(?<secret>[^\s"'$<]{3,256})/dy,
    accept: (secret) => isPassword(secret, "env"),
    example: 'docker login -u ada --password-stdin <<< "' + 'Xk93mmq9"',
    nearMiss: 'docker login -u ada --password-stdin <<< "$PASSWORD"',
  },
  {
    kind: "command-password",
    hints: ["chpasswd"],
    regex:
      /chpasswd(?<=\b(?:echo|printf)(?: -n| ["']?%s(?:\\n)?["']?)?[ \t]["']?[\w.-]{1,64}:(?<secret>[^\s"'$|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo )?chpasswd)/dy,
    example: 'echo "ada:' + 'Xk93mmq9" | sudo chpasswd',
    nearMiss: 'echo "ada:$PASSWORD" | chpasswd',
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /-S(?<=\b(?:echo|printf)(?: -n| ["']?%s(?:\\n)?["']?)?[ \t]["']?(?<secret>[^\s"'$|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}sudo -S)/dy,
    example: "echo " + "Xk93mmq9 | sudo -S ls",
    nearMiss: 'echo "$PASSWORD" | sudo -S ls',
  },
  {
    kind: "command-password",
    hints: [SHORT_FLAG],
    regex:
      /-(?:(?<=\bgh secret set\b[^\r\n|;&]{0,200} -)b|(?<=\btwine\b[^\r\n|;&]{0,200} -)p|(?<=\bkeytool\b[^\r\n|;&]{0,200} -)(?:store|key)pass)[ =]?["']?(?<secret>[^\s"'$-][^\s"']{2,256})/dy,
    accept: (secret) => isPassword(secret, "env"),
    example: "gh secret set DEPLOY -b" + "Xk93mmq9",
    nearMiss: 'gh secret set DEPLOY -b "$VALUE"; git switch -b topic',
  },
  {
    kind: "secret",
    hints: [SECRET_FLAG],
    regex: /(?<=-)-secret-string[ =]["'`]?(?<secret>[^\s"'`$]{3,512})/dy,
    accept: (secret) => isPassword(secret, "env"),
    example: "aws secretsmanager create-secret --secret-string " + "Xk93mmq9",
    nearMiss: "aws secretsmanager create-secret --secret-string file://s.json",
  },
  {
    kind: "password",
    words: ["ENV "],
    hints: [],
    regex:
      /ENV[ \t]{1,3}[A-Z0-9_]{0,60}(?:PASSWORD|PASSWD|PASSPHRASE|_PASS|_PWD)[ \t]{1,3}["']?(?<secret>[^\s"'$]{3,256})/dy,
    accept: (secret) => isPassword(secret, "env"),
    example: "ENV DB_PASSWORD " + "letmein",
    nearMiss: "ENV DB_PASSWORD $PASSWORD",
  },
  {
    kind: "token",
    words: ["ENV "],
    hints: [],
    regex:
      /ENV[ \t]{1,3}[A-Z0-9_]{0,60}(?:TOKEN|SECRET|API_?KEY)[ \t]{1,3}["']?(?<secret>[^\s"'$]{3,512})/dy,
    accept: (secret) => isMachineMade(secret, "quoted"),
    example: "ENV API_TOKEN " + fill(24),
    nearMiss: "ENV API_TOKEN required_by_deploy",
  },
  {
    kind: "aws-secret-key",
    hints: ["aws_secret_access_key", "aws_session_token"],
    regex:
      /aws_(?:secret_access_key|session_token)[ \t]["']?(?<secret>[A-Za-z0-9/+=]{40,2048})(?![A-Za-z0-9/+=])/dy,
    example: "aws configure set aws_secret_access_key " + fill(40),
    nearMiss: "aws configure set aws_secret_access_key $SECRET",
  },
];

/** Whether a pair of a cookie has a value that a machine made. */
export function hasRandomPart(cookie: string): boolean {
  return cookie.split(/[=;,\s]+/).some((part) => isMachineMade(part, "quoted"));
}
