import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { saveSettings } from "../support/calls/portal-contract";
import { createTestShop, insertCustomer, type TestShop } from "../support/data/factories";
import { insertProgramme } from "../support/data/referrals";
import { readComparable } from "../support/isolation/comparable";
import { CUSTOMER_PAGES, type CustomerPageCase, toFormCase } from "../support/isolation/customer-page-cases";
import { CUSTOMER_HANDLERS } from "../support/isolation/customer-page-handlers";
import { digestShop } from "../support/isolation/digest";
import {
  type Ids,
  KINDS_OF_CONTRACT,
  makeIds,
  makeIdsOfCustomer,
  startBulkHigh,
  startHigh,
} from "../support/isolation/ids-of-a-shop";
import {
  type CustomerPageIds,
  type CustomerPageKind,
  KINDS_OF_NEIGHBOUR,
  makeCustomerPageIds,
  storefrontRequest,
  toUnknownIds,
} from "../support/isolation/ids-of-customer-pages";
import { resetDatabase } from "../support/setup/database";

const cases = Object.entries(CUSTOMER_PAGES).flatMap(([route, asked]) =>
  typeof asked === "string" ? [] : asked.map((one) => [one.name, { route, one }] as const),
);

let shop: TestShop;
let other: TestShop;
let ofShop: Ids;
let unknown: CustomerPageIds;
let neighbours: CustomerPageIds;
let foreign: CustomerPageIds;
let rowsOfOther: Record<string, string>;

beforeAll(async () => {
  await resetDatabase();
  await startHigh();
  shop = await createTestShop({ gateway: "test" });
  other = await createTestShop({ gateway: "test" });
  for (const one of [shop, other]) {
    await saveSettings(one, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
    await insertProgramme(one.id);
  }
  await startBulkHigh(other.id);
  ofShop = await makeIds(shop);
  unknown = toUnknownIds(shop.id);
  neighbours = await makeCustomerPageIds(shop, ofShop, (await insertCustomer(shop.id)).id);
  foreign = await makeCustomerPageIds(other, await makeIds(other), (await insertCustomer(other.id)).id);
  rowsOfOther = await digestShop(other.id);
});

/** Kinds created again for each call, which may use them up. */
const MADE_ANEW: ReadonlySet<string> = new Set([
  ...KINDS_OF_NEIGHBOUR,
  ...["customer", "email", "token", "code", "testPage", "back", "friendToken", "stopToken"],
]);

/** Everything in an answer that a caller could compare, except parts that are new each time and the id they sent. */
async function ask(
  route: string,
  one: CustomerPageCase,
  kind: CustomerPageKind,
  mine: CustomerPageIds,
  sent: string,
) {
  const ids = { ...mine, [kind]: sent };
  const form = one.form?.(ids);
  const handlers = CUSTOMER_HANDLERS[route];
  if (!handlers) throw new Error(`${route}: nobody to ask`);
  const response = await (form ? handlers.send : handlers.visit)({
    request: storefrontRequest(shop, one.path(ids), form),
    params: one.params?.(ids) ?? {},
    context: {},
  });
  const own = Object.entries(mine).filter(([name]) => name === kind || MADE_ANEW.has(name));
  const { status, text } = await readComparable(response, [sent, ...own.map(([, id]) => id)]);
  return [status, text]
    .join("\n")
    .replace(/test-page=[\w-]+/g, "test-page=<new>")
    .replace(/token=[\w.-]+/g, "token=<link>")
    .replace(/friends\/[\w-]+/g, "friends/<new>");
}

describe("a page for customers answers an id of another shop or customer like one that does not exist, and changes nothing there", () => {
  test.each(cases)("%s", async (_name, { route, one }) => {
    const makeMine = async () => makeCustomerPageIds(shop, ofShop, (await insertCustomer(shop.id)).id);
    const mine = await makeMine();
    const ofAnotherContract = { ...mine, ...(await makeIdsOfCustomer(shop, Number(mine.customer))) };
    const refusals = new Map<CustomerPageKind, string>();
    for (const kind of one.kinds) {
      const askWith = (ids: CustomerPageIds) => ask(route, one, kind, mine, ids[kind]);
      const refusal = await askWith(unknown);
      refusals.set(kind, refusal);
      expect([kind, await askWith(foreign)]).toEqual([kind, refusal]);
      if (KINDS_OF_NEIGHBOUR.has(kind)) expect([kind, await askWith(neighbours)]).toEqual([kind, refusal]);
      // At the address of one contract nothing of another is found, not even of the customer's own.
      if (KINDS_OF_CONTRACT.has(kind) && one.kinds.includes("contract"))
        expect([kind, await askWith(ofAnotherContract)]).toEqual([kind, refusal]);
    }
    expect(await digestShop(other.id)).toEqual(rowsOfOther);
    // The caller's own things are found by these ids and by no others.
    const found: CustomerPageKind[] = [];
    for (const kind of one.kinds) {
      const own = one.form ? await makeMine() : mine;
      if ((await ask(route, one, kind, own, own[kind])) !== refusals.get(kind)) found.push(kind);
    }
    expect(found.sort()).toEqual([...one.finds].sort());
  });
});

test("every page outside the admin has cases, or a reason for having none", () => {
  const routes = readdirSync("app/routes").filter((file) => !file.startsWith("admin"));
  expect(routes.sort()).toEqual(Object.keys(CUSTOMER_PAGES).sort());
});

test("a form with a field that no case knows fails", () => {
  const form = { access: { customer: true } as const, body: z.object({ gizmo: z.string() }) };
  expect(() => toFormCase("spin", form)).toThrow("spin: no case for gizmo");
});
