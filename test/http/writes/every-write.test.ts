import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineEndpoint, isMerchantWrite } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { idempotentCalls } from "~db/schema/idempotent-calls";
import { prepareWrites, writes } from "../../support/isolation/good-writes";
import { resetDatabase } from "../../support/setup/database";

beforeAll(resetDatabase);

const prepare = prepareWrites();

/** What opens something, in an answer: a webhook's secret, an API key, a token. */
const SECRET = /whsec_|prn_|eyJ|[?&](token|back)=/;

// Both in one test: what a write needs takes longer to make than all its calls.
describe("a write with a stale If-Match is refused with 412 and changes nothing, and is done without it, with an entry in the history; a merchant's with an Idempotency-Key is done once, answered again byte for byte, and refused with another call", () => {
  test.each(writes.map((write) => [write.name, write] as const))("%s", async (_name, write) => {
    const { shop, send, sendOther, digest } = await prepare(write);
    const before = await digest();
    const stale = await send({ "If-Match": '"stale"' });
    expect(stale).toMatchObject({ status: 412, code: "precondition_failed" });
    expect(await digest()).toEqual(before);
    const isRepeatable = isMerchantWrite(write.endpoint);
    const key: Record<string, string> = isRepeatable ? { "Idempotency-Key": randomUUID() } : {};
    const first = await send(key);
    expect([first.status, first.isReplayed, first.text]).toEqual([
      write.endpoint.status ?? 200,
      false,
      first.text,
    ]);
    const after = await digest();
    expect(after).not.toEqual(before);
    expect(after.activity).not.toBe(before.activity);
    if (!isRepeatable) return;
    const [kept] = await db.select().from(idempotentCalls).where(eq(idempotentCalls.shopId, shop.id));
    expect(JSON.stringify({ ...kept, sealed: null })).not.toMatch(SECRET);
    expect(await send(key)).toEqual({ ...first, isReplayed: true });
    expect(await sendOther(key)).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    // As it is until the first call's answer is kept.
    const unanswered = { status: null, headers: null, body: null, sealed: null, doneAt: new Date() };
    await db.update(idempotentCalls).set(unanswered).where(eq(idempotentCalls.shopId, shop.id));
    expect(await send(key)).toMatchObject({ status: 409, code: "idempotency_key_in_use" });
    expect(await digest()).toEqual(after);
  });
});

test("a write with an id that no case knows fails", async () => {
  const endpoint = defineEndpoint({
    operationId: "changeThing",
    summary: "",
    method: "PUT",
    access: { apiKey: "contracts:write" },
    query: z.object({ gizmoId: z.string() }),
    handler: async () => null,
  });
  await expect(prepare({ name: "changeThing", path: "/x", endpoint })).rejects.toThrow(
    "changeThing: no case for gizmoId",
  );
});
