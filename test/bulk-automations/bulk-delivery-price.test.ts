import { beforeEach, describe, expect, test } from "vitest";
import {
  bulkUpdateDeliveryPrice,
  cancelBulkAutomation,
  continueBulkAutomation,
  listBulkAutomationItems,
  pauseBulkAutomation,
  readBulkAutomation,
  undoBulkAutomation,
} from "~/features/bulk-automations/api/bulk-automations.endpoints.server";
import { toRecords } from "~/features/bulk-automations/tasks/automation-view.service.server";
import {
  createAutomation,
  getTask,
  undoAutomation,
} from "~/features/bulk-automations/tasks/automations.service.server";
import type { ProblemBody } from "~/lib/problem";
import { db } from "~db/client.server";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { ask, BULK_PATH } from "../support/calls/bulk-api";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { createTestShop, insertContract, type TestShop, testAudit } from "../support/data/factories";
import { insertManyContracts, run, runUnseen } from "../support/data/many/bulk";
import { resetDatabase } from "../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

const put = (search: string, body?: unknown, key = shop.writeKey) =>
  askJson(bulkUpdateDeliveryPrice, `${BULK_PATH}/delivery-price${search}`, {
    method: "PUT",
    key,
    ...(body !== undefined && sendJson(body)),
  });
const namesOf = async (response: Response) =>
  ((await response.json()) as ProblemBody).errors?.map(
    ({ parameter, pointer, code }) => `${parameter ?? pointer} ${code}`,
  );
const countTasks = () => db.$count(bulkAutomations);

describe("operation 6", () => {
  test("for all contracts makes a task and answers it, without reading the body", async () => {
    await insertManyContracts(shop.id, 3);
    let wasRead = false;
    const body = new ReadableStream(
      {
        pull() {
          wasRead = true;
          throw new Error("nobody should read this");
        },
      },
      { highWaterMark: 0 },
    );
    const response = await askJson(
      bulkUpdateDeliveryPrice,
      `${BULK_PATH}/delivery-price?deliveryPrice=4.99&allSubscriptions=TRUE&api_key=${shop.writeKey}`,
      { method: "PUT", body },
    );
    expect(response.status).toBe(200);
    const record = await response.json();
    expect(record).toEqual({
      id: record.id,
      kind: "DELIVERY_PRICE",
      status: "PLANNING",
      deliveryPrice: 4.99,
      allSubscriptions: true,
      undoOf: null,
      total: null,
      processed: 0,
      succeeded: 0,
      skipped: 0,
      failed: 0,
      createdAt: record.createdAt,
      startedAt: null,
      finishedAt: null,
    });
    expect(wasRead).toBe(false);
    await run(shop.id, record.id);
    expect(await (await ask(readBulkAutomation, record.id, shop.writeKey)).json()).toMatchObject({
      status: "COMPLETED",
      total: 3,
      processed: 3,
      succeeded: 3,
    });
  });

  test("for ids takes numbers and gids, blanks around them, and counts each once", async () => {
    const [first, second] = [await insertContract(shop.id), await insertContract(shop.id)];
    await insertContract(shop.id);
    const [a, b] = [first.subscriptionContractId, second.subscriptionContractId];
    const ids = ` ${a},${b} , gid://platform/SubscriptionContract/${a},,${b}`;
    const response = await put("?deliveryPrice=0", { subscriptionIds: ids });
    expect(response.status).toBe(200);
    const { id } = await response.json();
    await run(shop.id, id);
    const items = await ask(listBulkAutomationItems, id, shop.writeKey, "/items");
    expect((await items.json()).map((item: { contractId: number }) => item.contractId)).toEqual([a, b]);
  });

  test("under a key that was used for other contracts is refused; with the same ones it gets the same answer", async () => {
    const [first, second] = [await insertContract(shop.id), await insertContract(shop.id)];
    const putOnce = (search: string, body: object) => {
      const { headers, ...sent } = sendJson(body);
      return askJson(bulkUpdateDeliveryPrice, `${BULK_PATH}/delivery-price?deliveryPrice=1${search}`, {
        method: "PUT",
        key: shop.writeKey,
        headers: { ...headers, "Idempotency-Key": "prices" },
        ...sent,
      });
    };
    const wanted = { subscriptionIds: `${first.subscriptionContractId}` };
    const made = await putOnce("", wanted);
    expect(made.status).toBe(200);
    const again = await putOnce("", wanted);
    expect([again.headers.get("Idempotency-Replayed"), await again.text()]).toEqual([
      "true",
      await made.text(),
    ]);
    const other = await putOnce("", { subscriptionIds: `${second.subscriptionContractId}` });
    expect([other.status, (await other.json()).code]).toEqual([422, "idempotency_key_reused"]);
    expect((await putOnce("", { subscriptionIds: "1".repeat(4 * 1024 * 1024) })).status).toBe(413);
    expect(await countTasks()).toBe(1);
  });

  test("takes a hundred thousand ids, and with one of them wrong makes nothing", async () => {
    const contract = await insertContract(shop.id);
    const foreign = Array.from({ length: 99_999 }, (_, index) => 900_000_000_000 + index);
    const ids = [contract.subscriptionContractId, ...foreign].join(",");
    const response = await put("?deliveryPrice=1", { subscriptionIds: ids });
    expect(response.status).toBe(400);
    const problem: ProblemBody = await response.json();
    expect([problem.errors?.length, problem.errorsTotal]).toEqual([1000, 99_999]);
    expect(problem.errors?.[0]).toEqual({
      pointer: "/subscriptionIds",
      code: "unknown_contract",
      detail: "The shop has no contract 900000000000.",
    });
    const many = Array.from({ length: 100_000 }, () => contract.subscriptionContractId).join(",");
    expect((await put("?deliveryPrice=1", { subscriptionIds: many })).status).toBe(200);
    expect(await countTasks()).toBe(1);
  });

  test.each([
    ["a negative price", "deliveryPrice=-1", "deliveryPrice out_of_range"],
    ["one above the limit", "deliveryPrice=1000000", "deliveryPrice out_of_range"],
    ["three decimals", "deliveryPrice=4.999", "deliveryPrice too_many_decimals"],
    ["no number", "deliveryPrice=free", "deliveryPrice invalid_price"],
    ["one in powers of ten", "deliveryPrice=1e2", "deliveryPrice invalid_price"],
    ["a missing price", "", "deliveryPrice required"],
    ["a blank price", "deliveryPrice=%20", "deliveryPrice required"],
    ["a price given twice", "deliveryPrice=1&deliveryPrice=2", "deliveryPrice given_twice"],
  ])("refuses %s, and makes nothing", async (_, search, expected) => {
    const response = await put(`?allSubscriptions=true&${search}`);
    expect([response.status, await namesOf(response)]).toEqual([400, [expected]]);
    expect(await countTasks()).toBe(0);
  });

  test("names everything wrong in query and body at once, and makes nothing", async () => {
    const other = await insertContract((await createTestShop()).id);
    const ids = `abc,${other.subscriptionContractId},9007199254740993,-4`;
    const response = await put("?deliveryPrice=4.999&allSubscriptions=maybe", { subscriptionIds: ids });
    expect([response.status, await namesOf(response)]).toEqual([
      400,
      [
        "deliveryPrice too_many_decimals",
        "allSubscriptions invalid_value",
        "/subscriptionIds invalid_id",
        "/subscriptionIds invalid_id",
        "/subscriptionIds invalid_id",
        "/subscriptionIds unknown_contract",
      ],
    ]);
    expect(await countTasks()).toBe(0);
  });

  test.each([
    ["no body", undefined],
    ["an empty text", { subscriptionIds: "" }],
    ["only separators", { subscriptionIds: " , ," }],
    ["null", { subscriptionIds: null }],
    ["another field", { ids: "1" }],
  ])("without allSubscriptions refuses %s", async (_, body) => {
    for (const search of ["?deliveryPrice=1", "?deliveryPrice=1&allSubscriptions=false"]) {
      const response = await put(search, body);
      expect([response.status, await namesOf(response)]).toEqual([400, ["/subscriptionIds required"]]);
    }
  });

  test("refuses a body that is not JSON, of another type, or above four megabytes", async () => {
    const send = (body: string, type = "application/json", price = "1") =>
      askJson(bulkUpdateDeliveryPrice, `${BULK_PATH}/delivery-price?deliveryPrice=${price}`, {
        method: "PUT",
        key: shop.writeKey,
        headers: { "Content-Type": type },
        body,
      });
    const large = (size: number) => JSON.stringify({ subscriptionIds: "1".repeat(size) });
    expect((await send("{")).status).toBe(400);
    expect((await send("1", "text/plain")).status).toBe(415);
    expect(await namesOf(await send("{", "application/json", "four"))).toEqual([
      "deliveryPrice invalid_price",
      " malformed_body",
    ]);
    expect((await send(large(4 * 1024 * 1024))).status).toBe(413);
    expect((await send(large(3 * 1024 * 1024))).status).toBe(400);
    expect(await namesOf(await send('{"subscriptionIds": [1]}'))).toEqual(["/subscriptionIds invalid_type"]);
    expect(await countTasks()).toBe(0);
  });

  test("needs write scope, as do its siblings that change anything", async () => {
    const key = shop.readKey;
    expect((await put("?deliveryPrice=1&allSubscriptions=true", undefined, key)).status).toBe(403);
    for (const change of [
      pauseBulkAutomation,
      continueBulkAutomation,
      cancelBulkAutomation,
      undoBulkAutomation,
    ])
      expect((await ask(change, 1, key)).status).toBe(403);
  });

  test("asked twice at once makes one task, even when that is over before the second one's turn comes", async () => {
    await insertContract(shop.id);
    const asked = new Date();
    const { id } = await (await put("?deliveryPrice=1&allSubscriptions=true")).json();
    await run(shop.id, id, new Date(asked.getTime() + 5));
    const audit = { ...testAudit(), now: asked };
    const again = { kind: "DELIVERY_PRICE", parameters: { deliveryPrice: "2" }, isDraft: false } as const;
    await expect(
      createAutomation(shop.id, { ...again, selection: { type: "ALL" } }, { audit, staffId: null }),
    ).rejects.toMatchObject({
      code: "conflict",
      message: `Bulk change ${id} was running just now: 1 of 1 contracts are done.`,
      extra: { members: { bulkAutomation: { id, status: "COMPLETED", processed: 1 } } },
    });
    expect(await countTasks()).toBe(1);
    // More of them than there are connections.
    const many = Array.from({ length: 50 }, () =>
      createAutomation(shop.id, { ...again, selection: { type: "ALL" } }, { audit, staffId: null }),
    );
    const answers = await Promise.allSettled(many);
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    const later = { audit: { ...audit, now: new Date(asked.getTime() + 6) }, staffId: null };
    await createAutomation(shop.id, { ...again, selection: { type: "ALL" } }, later);
  });

  test("within a second after the end of another one it counts as simultaneous, unless the caller has read that end or undoes it", async () => {
    await insertContract(shop.id);
    const asked = Date.now();
    const at = (afterMs: number) => new Date(asked + afterMs);
    const starterAt = (afterMs: number) => ({ audit: { ...testAudit(), now: at(afterMs) }, staffId: null });
    const askAt = (afterMs: number, deliveryPrice: string) => {
      const task = { kind: "DELIVERY_PRICE", parameters: { deliveryPrice }, isDraft: false } as const;
      return createAutomation(shop.id, { ...task, selection: { type: "ALL" } }, starterAt(afterMs));
    };
    const first = await askAt(0, "1");
    await runUnseen(shop.id, first.id, at(100));
    await expect(askAt(1099, "2")).rejects.toMatchObject({ code: "conflict" });

    const second = await askAt(1100, "2");
    await runUnseen(shop.id, second.id, at(1200));
    await expect(askAt(1300, "3")).rejects.toMatchObject({ code: "conflict" });
    const records = await toRecords(shop.id, [await getTask(shop.id, second.id)], at(1400));
    expect(records).toMatchObject([{ status: "COMPLETED" }]);
    await expect(askAt(1399, "3")).rejects.toMatchObject({ code: "conflict" });

    const third = await askAt(1400, "3");
    await runUnseen(shop.id, third.id, at(1500));
    expect(await undoAutomation(shop.id, third.id, starterAt(1500))).toMatchObject({ undoOf: third.id });
  });

  test("asked fifty times at once it makes one task; the other callers get that task", async () => {
    await insertContract(shop.id);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => put("?deliveryPrice=1&allSubscriptions=true")),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
    const made = await responses.find(({ status }) => status === 200)?.json();
    const refused = responses.filter(({ status }) => status === 409);
    for (const response of refused) {
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({
        code: "conflict",
        detail: `Bulk change ${made.id} is planning: its plan is being made.`,
        bulkAutomation: { id: made.id, status: "PLANNING", total: null, processed: 0 },
      });
    }
    expect(await countTasks()).toBe(1);
    const another = await createTestShop();
    expect((await put("?deliveryPrice=1&allSubscriptions=true", undefined, another.writeKey)).status).toBe(
      200,
    );
  });
});
