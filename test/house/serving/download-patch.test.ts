import { Writable } from "node:stream";
import { writeReadableStreamToWritable } from "@remix-run/node";
import { expect, test } from "vitest";

const PIECE = new Uint8Array(64 * 1024);

/** A source that counts how much is pulled from it, and never ends by itself. */
function countedSource() {
  const counted = { made: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        counted.made += 1;
        controller.enqueue(PIECE);
      },
      cancel() {
        counted.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { counted, stream };
}

test("a receiver that does not read pauses the source; when it reads, the source continues", async () => {
  const { counted, stream } = countedSource();
  let takeNext: () => void = () => {};
  const slow = new Writable({
    highWaterMark: PIECE.length,
    write: (_chunk, _encoding, done) => {
      takeNext = () => done();
    },
  });
  const sent = writeReadableStreamToWritable(stream, slow);
  await new Promise((resolve) => setImmediate(resolve));
  expect(counted.made).toBe(1);
  for (let taken = 1; taken <= 5; taken++) {
    takeNext();
    await new Promise((resolve) => setImmediate(resolve));
    expect(counted.made).toBe(taken + 1);
  }
  slow.destroy();
  await sent;
  expect(counted.isCancelled).toBe(true);
});

test("everything arrives, in order, and the receiver is ended", async () => {
  const received: string[] = [];
  const receiver = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      received.push(chunk.toString());
      done();
    },
  });
  const pieces = Array.from({ length: 20 }, (_, index) => `${index};`);
  await writeReadableStreamToWritable(new Blob(pieces).stream(), receiver);
  expect(receiver.writableEnded).toBe(true);
  expect(received.join("")).toBe(pieces.join(""));
});
