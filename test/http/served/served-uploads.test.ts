import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { listImports } from "~/features/imports/records/imports.repo.server";
import { readImport } from "../../support/calls/run-import";
import { createTestShop, signIn, type TestShop } from "../../support/data/factories";
import { eventually } from "../../support/processes/eventually";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { contractsCsv, headRow } from "../../support/processes/shop-files";
import { resetDatabase } from "../../support/setup/database";

const BOUNDARY = "boundary";
const CONTRACTS = contractsCsv([headRow("a"), headRow("b")]);
const toPart = (content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="contracts"; filename="contracts.csv"\r\n\r\n${content}`;
const END = `\r\n--${BOUNDARY}--\r\n`;

const open: ClientRequest[] = [];
let shop: TestShop;
let cookie: string;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
  cookie = await signIn(shop.id, shop.staff.id);
});
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});
afterAll(stopServedApps);

/** Begins an upload: sends `sent`, then nothing until the test ends it. */
function begin(app: ServedApp, as: string, sent: string) {
  const request = httpRequest(`${app.origin}/admin/imports?index&intent=start`, {
    method: "POST",
    agent: false,
    headers: {
      cookie: as,
      origin: app.origin,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "transfer-encoding": "chunked",
    },
  });
  open.push(request);
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", (response) => {
      response.resume();
      resolve(response);
    });
    request.on("error", reject);
  });
  // Those that the test ends itself get no answer.
  answer.catch(() => {});
  request.write(sent);
  return { request, answer };
}

async function upload(app: ServedApp, as: string): Promise<IncomingMessage> {
  const { request, answer } = begin(app, as, toPart(CONTRACTS));
  request.end(END);
  return answer;
}

test("of 110 idle uploads of one shop two stay, and neither requests nor imports of others wait for them", async () => {
  const app = await serveApp();
  const other = await createTestShop();
  const otherCookie = await signIn(other.id, other.staff.id);
  const idle = Array.from({ length: 110 }, () => begin(app, cookie, `--${BOUNDARY}\r\n`));
  const refused: IncomingMessage[] = [];
  for (const { answer } of idle) void answer.then((response) => refused.push(response)).catch(() => {});
  await eventually(() => expect(refused).toHaveLength(108));
  expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
  expect((await fetch(`${app.origin}/admin/imports`, { headers: { cookie: otherCookie } })).status).toBe(200);
  expect((await upload(app, otherCookie)).statusCode).toBe(303);
  for (const { request } of idle) request.destroy();
  await eventually(async () => expect((await upload(app, cookie)).statusCode).toBe(303));
});

test("an upload that stalls ends with 408, leaves nothing, and makes room for the next one", async () => {
  const app = await serveApp({ IMPORT_IDLE_SECONDS: "0.3", IMPORT_UPLOADS_PER_SHOP: "1" });
  const beforeAnyFile = await begin(app, cookie, `--${BOUNDARY}\r\n`).answer;
  expect(beforeAnyFile.statusCode).toBe(408);
  const inTheFile = await begin(app, cookie, toPart(CONTRACTS)).answer;
  expect(inTheFile.statusCode).toBe(408);
  const [latest] = await listImports(shop.id, { limit: 1 });
  expect(await readImport(shop.id, latest?.id ?? 0)).toMatchObject({
    status: "FAILED",
    failure: "The upload sent nothing for 0.3 seconds. Nothing was imported.",
  });
  expect((await upload(app, cookie)).statusCode).toBe(303);
});

test("an upload that goes on for too long ends with 408 though it never stalls, and makes room for the next one", async () => {
  const app = await serveApp({ IMPORT_MAX_SECONDS: "1", IMPORT_UPLOADS_PER_SHOP: "1" });
  const { request, answer } = begin(app, cookie, toPart(CONTRACTS));
  const trickle = setInterval(() => request.write("x"), 30);
  const { statusCode } = await answer.finally(() => clearInterval(trickle));
  expect(statusCode).toBe(408);
  const [latest] = await listImports(shop.id, { limit: 1 });
  expect(await readImport(shop.id, latest?.id ?? 0)).toMatchObject({
    status: "FAILED",
    failure: "The upload kept us waiting for 1 seconds in all. Nothing was imported.",
  });
  expect((await upload(app, cookie)).statusCode).toBe(303);
});
