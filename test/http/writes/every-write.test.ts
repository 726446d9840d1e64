import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineEndpoint, isMerchantWrite } from "~/http/endpoint/define-endpoint.server";
import { db } from "~db/client.server";
import { idempotentCalls } from "~db/schema/idempotent-calls";
import { prepareWrite, writes } from "../../support/isolation/good-writes";
import { resetDatabase } from "../../support/setup/database";

beforeAll(resetDatabase);

const named = (chosen: typeof writes) => chosen.map((write) => [write.name, write] as const);

describe("a merchant's write with an Idempotency-Key is done once, answered again byte for byte, and refused with another call", () => {
  test.each(named(writes.filter(({ endpoint }) => isMerchantWrite(endpoint))))("%s", async (_name, write) => {
    const { shop, send, sendOther, digest } = await prepareWrite(write);
    const key = { "Idempotency-Key": randomUUID() };
    const before = await digest();
    const first = await send(key);
    expect(first).toMatchObject({ status: write.endpoint.status ?? 200, isReplayed: false });
    const after = await digest();
    expect(after).not.toEqual(before);
    expect(await send(key)).toEqual({ ...first, isReplayed: true });
    expect(await sendOther(key)).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    // As it is until the first call's answer is kept.
    const unanswered = { status: null, headers: null, body: null, doneAt: new Date() };
    await db.update(idempotentCalls).set(unanswered).where(eq(idempotentCalls.shopId, shop.id));
    expect(await send(key)).toMatchObject({ status: 409, code: "idempotency_key_in_use" });
    expect(await digest()).toEqual(after);
  });
});

describe("a write with a stale If-Match is refused with 412 and changes nothing, and is done without it", () => {
  test.each(named(writes))("%s", async (_name, write) => {
    const { send, digest } = await prepareWrite(write);
    const before = await digest();
    const stale = await send({ "If-Match": '"stale"' });
    expect(stale).toMatchObject({ status: 412, code: "precondition_failed" });
    expect(await digest()).toEqual(before);
    const done = await send();
    expect([done.status, done.text]).toEqual([write.endpoint.status ?? 200, done.text]);
    expect(await digest()).not.toEqual(before);
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
  await expect(prepareWrite({ name: "changeThing", path: "/x", endpoint })).rejects.toThrow(
    "changeThing: no case for gizmoId",
  );
});
