/** Packing and unpacking with what the runtime has. */

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export function gzipBytes(bytes: Uint8Array<ArrayBuffer>) {
  return through(bytes, new CompressionStream("gzip"));
}

export function gunzipBytes(bytes: Uint8Array<ArrayBuffer>) {
  return through(bytes, new DecompressionStream("gzip"));
}
