import { sql } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { toCsvDownload } from "~/http/endpoint/download.server";
import { toRequestContext } from "~/http/request/request-context.server";
import { db } from "~db/client.server";
import { isDatabaseUnavailable } from "~db/errors";
import { nextNumber } from "../support/data/factories";

/** Two rows, with room for a fault between them. */
async function* writePieces(afterPiece: (made: number) => unknown = () => {}) {
  for (const [index, piece] of ["a,b\n", "1,2\n", "3,4\n"].entries()) {
    yield piece;
    await afterPiece(index + 1);
  }
}

function download(shopId: number, init: RequestInit = {}, pieces = writePieces()) {
  const context = toRequestContext(new Request("http://localhost/export.csv", init));
  return toCsvDownload("x.csv", pieces, context, shopId);
}
const busy = expect.objectContaining({ code: "too_many_requests" });

/** Expects all of the shop's slots to be free. */
async function expectNothingTaken(shopId: number) {
  for (let place = 0; place < 4; place++) await download(shopId);
  await expect(download(shopId)).rejects.toThrow(busy);
}

test("a shop makes four exports at once; one that ends, fails or is aborted frees its slot", async () => {
  const shopId = nextNumber();
  const gone = new AbortController();
  const [first, second] = await Promise.all([download(shopId), download(shopId)]);
  await download(shopId, { signal: gone.signal });
  await download(shopId);
  await expect(download(shopId)).rejects.toThrow(busy);
  expect((await download(nextNumber())).status).toBe(200);
  expect(await first.text()).toBe("a,b\n1,2\n3,4\n");
  await second.body?.cancel();
  gone.abort();
  for (let place = 0; place < 3; place++) await download(shopId);
  await expect(download(shopId)).rejects.toThrow(busy);
});

test("a client that has gone before its export begins, or while its first rows are read, takes no slot", async () => {
  const shopId = nextNumber();
  const asked = vi.fn();
  for (let look = 0; look < 9; look++)
    await download(shopId, { signal: AbortSignal.abort() }, writePieces(asked));
  expect(asked).not.toHaveBeenCalled();
  for (let look = 0; look < 9; look++) {
    const gone = new AbortController();
    await download(
      shopId,
      { signal: gone.signal },
      writePieces(() => gone.abort()),
    );
  }
  await expectNothingTaken(shopId);
});

test("HEAD of an export takes no slot", async () => {
  const shopId = nextNumber();
  for (let look = 0; look < 9; look++) expect((await download(shopId, { method: "HEAD" })).status).toBe(200);
});

/** The error of Postgres when there is no room for the temporary files of a sort. */
const failForRoom = () =>
  db.execute(sql`do $$begin raise exception 'could not write to file: No space left on device'
    using errcode = 'disk_full'; end$$`);

test("a full disk before the first rows is 503, as for any request, and the slot is free again", async () => {
  const shopId = nextNumber();
  const pieces = writePieces((made) => made === 1 && failForRoom());
  const failed = await download(shopId, {}, pieces).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failed)).toBe(true);
  await expectNothingTaken(shopId);
});

test("a full disk after the first rows breaks the file off, and the slot is free again", async () => {
  const shopId = nextNumber();
  const answer = await download(
    shopId,
    {},
    writePieces((made) => made === 2 && failForRoom()),
  );
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
  await expectNothingTaken(shopId);
});

test("a client that stops reading loses its slot after two minutes, and the export ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const shopId = nextNumber();
  const pieces = writePieces();
  const reader = (await download(shopId, {}, pieces)).body?.getReader();
  await reader?.read();
  vi.advanceTimersByTime(119_000);
  await reader?.read();
  vi.advanceTimersByTime(119_000);
  expect(await Promise.all([download(shopId), download(shopId), download(shopId)])).toHaveLength(3);
  await expect(download(shopId)).rejects.toThrow(busy);
  vi.advanceTimersByTime(2_000);
  expect((await download(shopId)).status).toBe(200);
  expect((await pieces.next()).done).toBe(true);
  await expect(reader?.read()).rejects.toThrow("stopped reading");
});
