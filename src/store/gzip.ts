/** Packing and unpacking with what the runtime has. */

export async function gzipBytes(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** All members of a file, one after the other. */
export async function gunzipMembers(bytes: Uint8Array): Promise<Uint8Array> {
  // The web's own stream stops after the first member.
  const { gunzipSync } = await import("node:zlib");
  return gunzipSync(bytes);
}
