import { expect, test } from "vitest";
import { toCsvDownload } from "~/http/endpoint/download.server";
import { toRequestContext } from "~/http/request/request-context.server";
import { nextNumber } from "../support/data/factories";

async function* writePieces() {
  yield "a,b\n";
  yield "1,2\n";
}

function download(shopId: number, init: RequestInit = {}) {
  const context = toRequestContext(new Request("http://localhost/export.csv", init));
  return toCsvDownload("x.csv", writePieces(), context, shopId);
}
const busy = expect.objectContaining({ code: "too_many_requests" });

test("a shop makes four exports at once; one that ends, breaks off or is given up leaves its place", async () => {
  const shopId = nextNumber();
  const gone = new AbortController();
  const [first, second] = [download(shopId), download(shopId)];
  download(shopId, { signal: gone.signal });
  download(shopId);
  expect(() => download(shopId)).toThrow(busy);
  expect(download(nextNumber()).status).toBe(200);
  expect(await first.text()).toBe("a,b\n1,2\n");
  await second.body?.cancel();
  gone.abort();
  for (let place = 0; place < 3; place++) download(shopId);
  expect(() => download(shopId)).toThrow(busy);
});

test("a look at an export's head takes no place", () => {
  const shopId = nextNumber();
  for (let look = 0; look < 9; look++) expect(download(shopId, { method: "HEAD" }).status).toBe(200);
});
