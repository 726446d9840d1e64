import fc from "fast-check";
import { expect, test } from "vitest";
import { Utf8Text } from "~/lib/text/utf8-text";

const KB = 1024;
const textOf = (length: number, fill = 120) => new Utf8Text(Buffer.alloc(length, fill));
const memoryOf = (text: Utf8Text) => text.bytes.buffer;

test("a text is the bytes that it was made of, whatever becomes of those", () => {
  const bytes = Buffer.from("Zoë 東京".repeat(4000));
  const text = new Utf8Text(bytes);
  bytes.fill(0);
  expect(text.toString()).toBe("Zoë 東京".repeat(4000));
  expect([text.length, text.bytes.length]).toEqual([bytes.length, bytes.length]);
  expect(text.intoString()).toBe("Zoë 東京".repeat(4000));
  expect(new Utf8Text(Buffer.alloc(0)).intoString()).toBe("");
});

test("whose memory has been given back is not read any more, not even when the next text has it", () => {
  const text = textOf(40 * KB);
  const memory = memoryOf(text);
  text.giveBack();
  text.giveBack();
  const [next, another] = [textOf(50 * KB), textOf(50 * KB)];
  expect(memoryOf(next)).toBe(memory);
  expect(memoryOf(another)).not.toBe(memory);
  for (const read of [() => text.bytes, () => text.toString(), () => text.intoString()])
    expect(read).toThrow("given back");
});

test("memory of short and of very long texts is not used again", () => {
  for (const length of [0, 16 * KB - 1, KB * KB + 1]) {
    const text = textOf(length);
    const memory = memoryOf(text);
    text.giveBack();
    expect(memoryOf(textOf(length))).not.toBe(memory);
  }
});

test("of memory that nobody uses no more than 2 MB is kept of each size, whatever other sizes there were", () => {
  for (const [size, kept] of [
    [KB * KB, 2],
    [512 * KB, 4],
    [64 * KB, 32],
  ] as const) {
    const texts = Array.from({ length: 40 }, () => textOf(size));
    const given = new Set(texts.map(memoryOf));
    for (const text of texts) text.giveBack();
    const again = Array.from({ length: 40 }, () => textOf(size));
    expect(again.filter((text) => given.has(memoryOf(text)))).toHaveLength(kept);
  }
});

test("whatever comes and goes, every text that is not given back keeps its own bytes", () => {
  const step = fc.record({
    length: fc.integer({ min: 0, max: 300 * KB }),
    fill: fc.nat(255),
    goes: fc.nat(9),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const live: { text: Utf8Text; length: number; fill: number }[] = [];
      for (const { length, fill, goes } of steps) {
        live.push({ text: textOf(length, fill), length, fill });
        if (goes < live.length) live.splice(goes, 1)[0]?.text.giveBack();
        for (const { text, ...own } of live)
          expect(text.bytes.equals(Buffer.alloc(own.length, own.fill))).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
