/**
 * The one printer's filter: kept text may hold anything, and a terminal obeys
 * it (OSC 52 writes the clipboard, others move, hide or rename). Nothing passes
 * but letters, tabs, line ends and the colours that we set ourselves.
 */

/** What our own colours and weights use; among the others are hidden letters. */
const OWN_STYLE = /^\x1b\[(?:0|1|2|22|3[0-7]|39|9[0-7])m/;

/** Escape sequences, whole: those with a text of their own up to its end. */
const SEQUENCE =
  /\x1b(?:[\]PX^_][^\x07\x1b\x9c\n]{0,4096}(?:\x07|\x1b\\|\x9c)?|\[[0-?]{0,64}[ -/]{0,8}[@-~]?|[ -/]{0,4}[0-~]?)|[\x90\x98\x9d-\x9f][^\x07\x1b\x9c\n]{0,4096}(?:\x07|\x1b\\|\x9c)?|\x9b[0-?]{0,64}[ -/]{0,8}[@-~]?/g;
/** All other controls, and what turns the reading direction around. */
const CONTROL =
  /[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;
const ANY = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

export function forTerminal(text: string, hasColor = true): string {
  if (!ANY.test(text)) return text;
  return text.replaceAll("\r\n", "\n")
    .replace(
      SEQUENCE,
      (found) => hasColor && OWN_STYLE.test(found) ? found : "",
    )
    .replace(CONTROL, "");
}

/** JSON leaves these as they are, and a terminal obeys some of them. */
export function escapeControls(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
