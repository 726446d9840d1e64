/** Below it a buffer of its own is cheap; above it, rare. */
const SMALLEST = 16 * 1024;
const LARGEST = 1024 * 1024;
/** Bytes of unused memory that are kept for the next texts, per size. */
const MOST_FREE = 2 * 1024 * 1024;

/** Memory to reuse, by its size: one of seven powers of two. */
const free = new Map<number, Buffer[]>();

const toSize = (length: number): number => 2 ** Math.ceil(Math.log2(Math.max(length, SMALLEST)));

function takeMemory(length: number): Buffer {
  const size = toSize(length);
  return free.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

function giveMemory(memory: Buffer): void {
  const kept = free.get(memory.length);
  if (!kept) free.set(memory.length, [memory]);
  else if ((kept.length + 1) * memory.length <= MOST_FREE) kept.push(memory);
}

/**
 * A UTF-8 text that is passed on unchanged, in reused memory: with a new buffer for each list V8 would collect its
 * whole heap every second. A text that has given its memory back no longer refers to it, so a late reader gets an error
 * and never another text. Memory that is not given back is collected as garbage.
 * Source: docs/decisions/131-memory-of-list-texts.md.
 */
export class Utf8Text {
  #memory: Buffer | null;
  readonly length: number;

  /** @param bytes are copied */
  constructor(bytes: Uint8Array) {
    this.length = bytes.length;
    const isReused = bytes.length >= SMALLEST && bytes.length <= LARGEST;
    this.#memory = isReused ? takeMemory(bytes.length) : Buffer.allocUnsafeSlow(bytes.length);
    this.#memory.set(bytes);
  }

  /** Valid until `giveBack`; do not keep it. @throws after that */
  get bytes(): Buffer {
    if (!this.#memory) throw new Error("the memory of this text has been given back");
    return this.#memory.subarray(0, this.length);
  }

  /** The decoded text. */
  toString(): string {
    return this.bytes.toString();
  }

  /** The decoded text; the memory is given back. */
  intoString(): string {
    const text = this.toString();
    this.giveBack();
    return text;
  }

  /** Gives the memory back: the text is no longer needed. */
  giveBack(): void {
    const memory = this.#memory;
    this.#memory = null;
    if (memory && memory.length >= SMALLEST && memory.length <= LARGEST) giveMemory(memory);
  }
}
