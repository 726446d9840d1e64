import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createHttpGateway } from "~/features/text-messages/gateways/http-gateway.server";
import { queueText, sendText } from "~/features/text-messages/text-messages.service.server";
import { onShopClock } from "~/lib/clocks";
import { env } from "~/lib/env.server";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { isRow } from "~db/rows.server";
import { textMessages } from "~db/schema/text-messages";
import { inTransaction } from "~db/transaction.server";
import { createTestShop, NOW, type TestShop } from "../support/data/factories";
import { runJobs } from "../support/processes/jobs";
import { startReceiver } from "../support/processes/webhook-receiver";

const TO = "+4930901820";
const SECRET = "a secret of the gateway";
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  await db.delete(textMessages).where(isRow(textMessages, { shopId: shop.id }));
});
afterAll(() => {
  Object.assign(env, { SMS_GATEWAY_URL: undefined, SMS_GATEWAY_SECRET: undefined, SMS_FROM: undefined });
});

const want = (dedupeKey?: string) =>
  inTransaction((tx) =>
    queueText(
      tx,
      shop.id,
      { kind: "notice_test", recipient: TO, text: "Hello – it’s us", dedupeKey },
      onShopClock(NOW),
    ),
  );
const rows = () =>
  db
    .select()
    .from(textMessages)
    .where(isRow(textMessages, { shopId: shop.id }))
    .orderBy(textMessages.id);
const startGateway = async (...behave: Parameters<typeof startReceiver>) => {
  const gateway = await startReceiver(...behave);
  Object.assign(env, { SMS_GATEWAY_URL: gateway.url, SMS_GATEWAY_SECRET: SECRET, SMS_FROM: "Bean" });
  return gateway;
};
/** Makes the queue's retry due at once. */
const tryAgain = async () => {
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
  return runJobs();
};

describe("a text message", () => {
  test("is one signed POST to the gateway, once, however often it is asked for", async () => {
    const gateway = await startGateway();
    await want("one");
    await want("one");
    expect(await runJobs()).toEqual([]);
    const [row] = await rows();
    expect(gateway.received.map(({ text, headers }) => [JSON.parse(text), headers.authorization])).toEqual([
      [{ to: TO, text: "Hello - it's us", from: "Bean", key: row?.key }, `Bearer ${SECRET}`],
    ]);
    expect(row).toMatchObject({ status: "SENT", attempts: 1, segments: 1, lastError: null });
  });

  test("that the gateway cannot take now is tried again under the same key, and given up after ten tries", async () => {
    const answers = [503, 429, 408, 200];
    const gateway = await startGateway(() => ({ status: answers.shift() ?? 500, body: "{}" }));
    await want();
    expect(await runJobs()).toEqual([expect.stringContaining("The gateway answered 503.")]);
    expect(await tryAgain()).toHaveLength(1);
    expect(await tryAgain()).toHaveLength(1);
    expect(await tryAgain()).toEqual([]);
    expect(new Set(gateway.received.map(({ text }) => JSON.parse(text).key)).size).toBe(1);
    expect(await rows()).toMatchObject([{ status: "SENT", attempts: 4 }]);
    await want();
    expect(await runJobs()).toHaveLength(1);
    await db
      .update(textMessages)
      .set({ attempts: 9 })
      .where(isRow(textMessages, { status: "QUEUED", shopId: shop.id }));
    expect(await tryAgain()).toEqual([]);
    expect((await rows())[1]).toMatchObject({ status: "FAILED", attempts: 10, finishedAt: expect.any(Date) });
  });

  test("whose job lost a try to a process that died is given up with it", async () => {
    await startGateway(() => ({ status: 503, body: "{}" }));
    await want();
    await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`);
    expect(await runJobs()).toHaveLength(1);
    expect(await rows()).toMatchObject([{ status: "QUEUED", attempts: 1 }]);
    await enqueue(db, "settle-given-up-jobs", {});
    expect(await runJobs()).toEqual([]);
    const lastError = "The gateway answered 503.";
    expect(await rows()).toMatchObject([{ status: "FAILED", lastError, finishedAt: expect.any(Date) }]);
  });

  test("that the gateway refuses is not tried again; what it says is kept without the number", async () => {
    const gateway = await startGateway(() => ({
      status: 422,
      body: JSON.stringify({ reason: `${TO} is not a mobile number` }),
    }));
    await want();
    expect(await runJobs()).toEqual([]);
    expect(await tryAgain()).toEqual([]);
    expect(gateway.received).toHaveLength(1);
    const lastError = "The gateway answered 422: the number is not a mobile number";
    expect(await rows()).toMatchObject([{ status: "FAILED", lastError }]);
  });

  test("that two processes send at once goes out under one key and is recorded once", async () => {
    const gateway = await startGateway();
    const id = (await want()) ?? 0;
    await Promise.all([1, 2, 3].map(() => sendText(shop.id, id, NOW)));
    expect(new Set(gateway.received.map(({ text }) => JSON.parse(text).key)).size).toBe(1);
    expect(await rows()).toMatchObject([{ status: "SENT", attempts: 1 }]);
    await sendText(shop.id, id, NOW);
    expect(gateway.received.length).toBeLessThanOrEqual(3);
  });

  test.each([
    [
      "a redirect",
      () => ({ status: 302, headers: { location: "http://127.0.0.1:1/" } }),
      "answered 302",
      10_000,
    ],
    ["no answer in time", () => null, "No answer within 0.05 seconds.", 50],
  ])("waits after %s", async (_name, behave, reason, patience) => {
    const gateway = await startReceiver(behave);
    const sender = createHttpGateway({ url: gateway.url }, patience);
    expect(await sender.send({ to: TO, text: "Hello", key: "1" })).toEqual({
      state: "later",
      reason: expect.stringContaining(reason),
    });
    expect(gateway.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test("goes to a host inside our own network that the operator has named, and to no other", async () => {
    const gateway = await startReceiver();
    const { port } = new URL(gateway.url);
    // An address of this machine that is refused although tests may send to loopback addresses.
    const url = `http://0.0.0.0:${port}/`;
    const message = { to: TO, text: "Hello", key: "k" };
    const sendTo = (innerHosts: string[]) => createHttpGateway({ url, innerHosts }).send(message);
    expect(await sendTo(["sms.internal"])).toMatchObject({
      reason: expect.stringContaining("inner network"),
    });
    expect(gateway.received).toEqual([]);
    expect(await sendTo(["sms.internal", "0.0.0.0"])).toEqual({ state: "sent" });
    expect(gateway.received).toHaveLength(1);
  });

  test("never goes into an inner network", async () => {
    const sender = createHttpGateway({ url: "http://169.254.169.254/latest" });
    expect(await sender.send({ to: TO, text: "Hello", key: "1" })).toMatchObject({
      state: "later",
      reason: expect.stringContaining("inner network"),
    });
  });

  test("without a gateway goes to a folder only its owner may read", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "perennial-texts-"));
    env.SMS_GATEWAY_URL = undefined;
    vi.stubEnv("DATA_DIR", folder);
    try {
      await want();
      expect(await runJobs()).toEqual([]);
      const [name = "", ...others] = readdirSync(path.join(folder, "text-messages"));
      const file = path.join(folder, "text-messages", name);
      expect([others, statSync(file).mode & 0o777]).toEqual([[], 0o600]);
      expect(readFileSync(file, "utf8")).toBe(`To: ${TO}\n\nHello - it's us\n`);
      expect(await rows()).toMatchObject([{ status: "SENT" }]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });
});
