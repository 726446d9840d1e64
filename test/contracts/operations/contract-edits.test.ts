import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { updateLineAttributes } from "~/features/contracts/operations/lines/line-attributes.server";
import { updateLineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { skipUnskipLine } from "~/features/contracts/operations/lines/skip-line.server";
import { updateShippingAddress } from "~/features/contracts/operations/terms/shipping-address.server";
import { DEFAULT_PORTAL_SETTINGS } from "~/features/portal-settings/portal-settings";
import { savePortalSettings } from "~/features/portal-settings/portal-settings.repo.server";
import { db } from "~db/client.server";
import { contracts } from "~db/schema/contracts";
import { PORTAL_ACTIONS } from "~db/schema/portal-enums";
import {
  ADDRESS,
  type Contract,
  idOf,
  lineOf,
  type Operation,
  send,
} from "../../support/calls/contract-calls";
import { askJson, sendJson } from "../../support/calls/json-endpoints";
import {
  createTestShop,
  insertContract,
  insertCustomer,
  NOW,
  type TestShop,
} from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

const EVERY: [
  Operation,
  (contract: Contract) => { parameters: Record<string, string | number>; body?: unknown },
][] = [
  [updateShippingAddress, (contract) => ({ parameters: idOf(contract), body: ADDRESS })],
  [skipUnskipLine, (contract) => ({ parameters: lineOf(contract) })],
  [updateLineAttributes, (contract) => ({ parameters: lineOf(contract), body: [] })],
  [updateLineQuantity, (contract) => ({ parameters: { ...lineOf(contract), quantity: 2 } })],
];

describe.each(EVERY.map(([operation, build]) => [operation.merchant.operationId, operation, build] as const))(
  "%s",
  (_name, operation, build) => {
    test("an id of somebody else is answered like one that does not exist", async () => {
      const other = await createTestShop();
      const stranger = await insertCustomer(shop.id);
      const mine = await insertContract(shop.id, { lines: [{}, {}] });
      const theirs = await insertContract(other.id, { lines: [{}, {}] });
      const ask = async (contract: Contract, by?: number) => {
        const { parameters, body } = build(contract);
        const { status, body: answer } = await send(shop, operation, parameters, { body, by });
        const { requestId, ...rest } = answer;
        return { status, ...rest };
      };
      const unknown = { ...mine, subscriptionContractId: 99_999_999_999 };
      const nothing = await ask(unknown);
      expect(nothing).toMatchObject({ status: 404, code: "not_found" });
      expect(await ask(theirs)).toEqual(nothing);
      expect(await ask(unknown, stranger.id)).toEqual(nothing);
      expect(await ask(theirs, stranger.id)).toEqual(nothing);
      expect(await ask(mine, stranger.id)).toEqual(nothing);
    });

    test("needs a caller who may, the right verb, and what the shop offers", async () => {
      const contract = await insertContract(shop.id, { lines: [{}, {}] });
      const { parameters, body } = build(contract);
      const search = new URLSearchParams(
        Object.entries(parameters).map(([name, value]) => [name, String(value)]),
      );
      const put = { method: "PUT", ...(body !== undefined && sendJson(body)) };
      const ask = (endpoint: Operation["merchant"], more: object) =>
        askJson(endpoint, `/x?${search}`, { ...put, ...more });
      const headers = { ...sendJson({}).headers, "X-API-Key": shop.readKey };
      expect((await ask(operation.merchant, { headers })).status).toBe(403);
      expect((await ask(operation.merchant, { headers: sendJson({}).headers })).status).toBe(401);
      expect(
        (await ask(operation.portal, { headers: { ...headers, "X-API-Key": shop.writeKey } })).status,
      ).toBe(401);
      for (const method of ["GET", "POST", "DELETE"])
        expect(
          (await askJson(operation.merchant, `/x?${search}`, { method, key: shop.writeKey })).status,
        ).toBe(405);
      const settings = { ...DEFAULT_PORTAL_SETTINGS, disabledActions: [...PORTAL_ACTIONS], updatedAt: NOW };
      await savePortalSettings(db, shop.id, settings);
      const refused = await send(shop, operation, parameters, { body, by: contract.customerId });
      expect([refused.status, refused.body.code]).toEqual([403, "switched_off"]);
      expect((await send(shop, operation, parameters, { body })).status).toBe(200);
    });

    test("a contract that is over, and a line it does not have, are refused", async () => {
      const over = await insertContract(shop.id, { status: "CANCELLED", lines: [{}, {}] });
      const { parameters, body } = build(over);
      expect((await send(shop, operation, parameters, { body })).status).toBe(409);
      if (!("lineId" in parameters)) return;
      const open = await insertContract(shop.id);
      const missing = { ...build(open).parameters, lineId: randomUUID() };
      expect((await send(shop, operation, missing, { body })).status).toBe(404);
    });
  },
);

test("parallel edits of one contract are all there afterwards", async () => {
  const contract = await insertContract(shop.id, { lines: [{}, {}, {}] });
  const answers = await Promise.all([
    send(shop, updateShippingAddress, idOf(contract), { body: ADDRESS, by: contract.customerId }),
    send(shop, skipUnskipLine, { ...lineOf(contract, 0), skip: "true" }),
    send(shop, updateLineQuantity, { ...lineOf(contract, 1), quantity: 5 }),
    send(shop, updateLineAttributes, lineOf(contract, 2), { body: [{ key: "k", value: "v" }] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { body } = await send(shop, skipUnskipLine, { ...lineOf(contract, 0), skip: "true" });
  expect(body.deliveryMethod?.address?.city).toBe("Amsterdam");
  expect(
    body.lines.nodes.map(({ skippedNextOrder, quantity, customAttributes }) => [
      skippedNextOrder,
      quantity,
      customAttributes.length,
    ]),
  ).toEqual([
    [true, 1, 0],
    [false, 5, 0],
    [false, 1, 1],
  ]);
  const [row] = await db.select().from(contracts).where(eq(contracts.id, contract.id));
  expect(row?.version).toBe(5);
});
