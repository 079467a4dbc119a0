/**
 * A pattern made when it is first used. A literal is checked whenever its file
 * is loaded, and for classes such as \p{L} that takes up to a millisecond each.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined;
  return () => pattern ??= new RegExp(source, flags);
}
