/** Rows for private keys; the lines of a key are read by `_key_block.ts`. */

import { keyBlockEnd } from "./_key_block.ts";
import { EDGE, fill, type SecretPattern } from "./_secret_pattern.ts";
import { ofShape } from "./_secret_value.ts";

/** How the base64 of a key begins: the shape of its first bytes, never its secret part. */
const FIRST_LINES =
  "MIIEvQIBADANBgkqhkiG9w0BAQE MIIEvgIBADANBgkqhkiG9w0BAQE MIIEowIBAAKCAQEA MIIEpAIBAAKCAQEA MIIEpQIBAAKCAQEA MIIJKAIBAAKCAgEA MIIJKQIBAAKCAgEA MIIJQgIBADANBgkqhkiG9w0BAQE MIIJQwIBADANBgkqhkiG9w0BAQE MHcCAQEEI MHQCAQEEI MIGkAgEBBD MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEH MC4CAQAwBQYDK2Vw b3BlbnNzaC1rZXktdjEA"
    .split(" ");

export const KEY_PATTERNS: readonly SecretPattern[] = [
  {
    kind: "private-key",
    hints: ["-----BEGIN "],
    regex: /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y,
    reach: keyBlockEnd,
    example: "-----BEGIN RSA PRIV" + "ATE KEY-----\n" + fill(64) + "\n" +
      fill(20) + "==\n-----END RSA PRIV" + "ATE KEY-----",
    nearMiss: 'grep -r "-----BEGIN RSA PRIVATE KEY-----" src',
  },
  {
    kind: "private-key",
    hints: FIRST_LINES,
    regex: new RegExp(
      `${EDGE}(?:${FIRST_LINES.join("|")})(?=[A-Za-z0-9+/]{24})`,
      "y",
    ),
    reach: (text, end) => keyBlockEnd(text, end),
    example: "  2\tMHcCAQEE" + "I" + fill(55) + "\n  3\t" + fill(64) + "\n",
    nearMiss: "an EC key begins with MHcCAQEEI",
  },
  {
    kind: "private-key",
    hints: [{ anchor: ":", source: "es:(?<=Private-Lines:)" }],
    regex: /(?<=Private-Lines):(?: |\\t){0,2}\d{1,3}(?=[\s\\])/y,
    reach: keyBlockEnd,
    example: "Private-Lines: 2\n" + fill(64) + "\n" + fill(40) + "\n",
    nearMiss: "Private-Lines: 14 of 20 were read",
  },
  {
    kind: "private-key",
    endings: ["data"],
    name: /client_key_data$/,
    judge: ofShape(/^[A-Za-z0-9+/]{24,}={0,2}$/),
    example: "    client-key-data: " + fill(88) + "==",
    nearMiss: "    client-key-data: DATA+OMITTED",
  },
];
