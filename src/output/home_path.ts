/** Paths below the home folder as people write them: `~/notes`. */

/** In a path or in a sentence that names paths. */
export function withTilde(
  text: string,
  home: string | undefined,
  windows = Deno.build.os === "windows",
): string {
  if (home === undefined || home.length < 2) return text;
  const folder = home.replace(/[\\/]+$/, "");
  if (!windows) return text.replaceAll(`${folder}/`, "~/");
  const anyCase = folder.split(/[\\/]+/).map(literal).join("[\\\\/]+");
  return text.replace(new RegExp(`${anyCase}([\\\\/])`, "gi"), "~$1");
}

const literal = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "\\$&");
