/**
 * A zip archive of a few files, the same on every system: what `tar` makes of
 * one differs, and most cannot.
 */

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION_NEEDED = 20;
const NAMES_ARE_UTF8 = 0x0800;
const DEFLATE = 8;
/** No comment, one disk, no attributes. */
const NO_MORE = [[4, 0], [2, 0], [4, 0]] as const;
/** 1 January 1980: the same files make the same archive. */
const DOS_DATE = 0x21;

export async function makeZip(
  entries: readonly ZipEntry[],
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const add = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };
  for (const { name, bytes } of entries) {
    const encoded = new TextEncoder().encode(name);
    const packed = await deflate(bytes);
    const about = [
      [2, VERSION_NEEDED],
      [2, NAMES_ARE_UTF8],
      [2, DEFLATE],
      [2, 0],
      [2, DOS_DATE],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, encoded.length],
      [2, 0],
    ] as const;
    const place = [...NO_MORE, [4, at]] as const;
    add(numbers([4, LOCAL], ...about));
    add(encoded);
    add(packed);
    directory.push(
      numbers([4, CENTRAL], [2, VERSION_NEEDED], ...about, ...place),
      encoded,
    );
  }
  const begin = at;
  for (const part of directory) add(part);
  const count = entries.length;
  const counts = [[2, count], [2, count], [4, at - begin], [4, begin]] as const;
  add(numbers([4, END], [4, 0], ...counts, [2, 0]));
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Numbers as zip writes them, each in so many bytes, the lowest first. */
function numbers(...fields: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const bytes = fields.flatMap(([size, value]) =>
    Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 0xff)
  );
  return Uint8Array.from(bytes);
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
