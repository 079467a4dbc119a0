/**
 * A pattern compiled on first use. A literal is compiled whenever its file is
 * loaded, and classes such as \p{L} take up to a millisecond each.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => pattern ??= new RegExp(source, flags);
}
