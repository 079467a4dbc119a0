/**
 * What a release is made of, as CycloneDX: the packages of deno.lock and the
 * runtime that `deno compile` puts under them.
 *
 *     deno run --allow-read scripts/make_sbom.ts > sbom.cdx.json
 */

import { encodeHex } from "@std/encoding/hex";
import config from "../deno.json" with { type: "json" };

const LOCK = new URL("../deno.lock", import.meta.url);

interface Component {
  readonly type: "library" | "platform";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { alg: string; content: string }[];
}

export async function makeSbom(deno = Deno.version.deno) {
  const packages: Record<string, { integrity?: string }> =
    JSON.parse(Deno.readTextFileSync(LOCK)).npm;
  const components: Component[] = Object.entries(packages).map(
    ([key, { integrity }]) => {
      const at = key.lastIndexOf("@");
      const [name, version] = [key.slice(0, at), key.slice(at + 1)];
      return {
        type: "library",
        name,
        version,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
      };
    },
  );
  components.push({
    type: "platform",
    name: "deno",
    version: deno,
    purl: `pkg:github/denoland/deno@v${deno}`,
  });
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${await uuidOf([config.version, components])}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        name: "memory-keeper",
        version: config.version,
      },
    },
    components,
  };
}

/** The same parts have the same number: a release can be made again. */
async function uuidOf(parts: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const digest = encodeHex(await crypto.subtle.digest("SHA-256", bytes));
  // Version 8 of RFC 9562: a UUID whose bits are the maker's own choice.
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join("-");
}

/** npm's `sha512-<base64>` in the words of CycloneDX. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = "", base64 = ""] = integrity.split("-", 2);
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return {
    alg: algorithm.replace(/^sha/, "SHA-"),
    content: Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join(""),
  };
}

if (import.meta.main) console.log(JSON.stringify(await makeSbom(), null, 2));
