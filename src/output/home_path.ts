/** Paths below the home folder as people write them: `~/notes`. */

/** Works on a path or on a sentence that contains paths. */
export function withTilde(text: string, home: string | undefined): string {
  if (home === undefined || home.length < 2) return text;
  const folder = home.replace(/[\\/]+$/, "");
  return text.replaceAll(`${folder}/`, "~/").replaceAll(`${folder}\\`, "~\\");
}
