import { isUtf8 } from "node:buffer";
import { toNotTextProblem, UnreadableFile } from "~/features/imports/records/import-files";

type Bytes = AsyncIterable<Uint8Array>;

/** Enough of a file's beginning to recognise what it is. */
const BEGINNING_BYTES = 8 * 1024;

/** Reads a file's beginning ahead; `bytes` still yields all of it. */
export async function readBeginning(source: Bytes): Promise<{ beginning: Buffer; bytes: Bytes }> {
  const iterator = source[Symbol.asyncIterator]();
  const ahead: Uint8Array[] = [];
  let length = 0;
  while (length < BEGINNING_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    ahead.push(next.value);
    length += next.value.byteLength;
  }
  async function* all() {
    try {
      yield* ahead;
      yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      // A reader may stop within the beginning: the source must be closed then, too.
      await iterator.return?.();
    }
  }
  return { beginning: Buffer.concat(ahead).subarray(0, BEGINNING_BYTES), bytes: all() };
}

/**
 * The bytes of a text file in UTF-8, in chunks that end between characters.
 *
 * @param onBytes called with the number of bytes read, chunk by chunk
 * @throws UnreadableFile file_too_large, file_empty, file_not_text, file_cut (in the middle of a character)
 */
export async function* requireText(
  source: Bytes,
  { maxBytes, onBytes }: { maxBytes: number; onBytes?: (total: number) => void },
): AsyncGenerator<Buffer> {
  let total = 0;
  let isBlank = true;
  let carry: Uint8Array = Buffer.alloc(0);
  for await (const chunk of source) {
    total += chunk.byteLength;
    if (total > maxBytes)
      throw new UnreadableFile("file_too_large", `The file is larger than ${toSize(maxBytes)}.`);
    const joined = Buffer.concat([carry, chunk]);
    const end = joined.length - countIncompleteBytes(joined);
    const text = joined.subarray(0, end);
    carry = joined.subarray(end);
    if (!isUtf8(text) || text.includes(0) || carry.length > 3) throw toNotTextProblem(joined);
    isBlank &&= text.toString("utf8").replace("\uFEFF", "").trim() === "";
    onBytes?.(total);
    yield text;
  }
  if (carry.length > 0)
    throw new UnreadableFile("file_cut", "The file ends in the middle of a character: it is not whole.");
  if (isBlank) throw new UnreadableFile("file_empty", "The file is empty.");
}

/** How many bytes at the end begin a character that the chunk does not finish (at most 3). */
function countIncompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    // A byte that cannot begin a character is an error, not an incomplete character.
    const length = byte >= 0xf5 || byte < 0xc2 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

function toSize(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  if (gigabytes >= 1) return `${Number(gigabytes.toFixed(1))} GB`;
  const megabytes = bytes / 1024 ** 2;
  return megabytes >= 1 ? `${Number(megabytes.toFixed(1))} MB` : `${bytes} bytes`;
}
