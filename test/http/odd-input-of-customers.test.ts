import { beforeAll, describe, expect, test } from "vitest";
import { contractPageLoader } from "~/features/contract-page/page/contract-detail.endpoints.server";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import { ask, pageRequest } from "../support/calls/pages";
import { saveSettings } from "../support/calls/portal-contract";
import { createTestShop, insertCustomer, signIn, type TestShop } from "../support/data/factories";
import { insertProgramme } from "../support/data/referrals";
import { CUSTOMER_PAGES, type CustomerPageCase } from "../support/isolation/customer-page-cases";
import { CUSTOMER_HANDLERS } from "../support/isolation/customer-page-handlers";
import { type Ids, makeIds, startHigh } from "../support/isolation/ids-of-a-shop";
import {
  type CustomerPageIds,
  makeCustomerPageIds,
  storefrontRequest,
} from "../support/isolation/ids-of-customer-pages";
import { toOddValues } from "../support/isolation/odd-values";
import { resetDatabase } from "../support/setup/database";

// Whatever a customer sends, no answer is a 5xx; nor can stored input make the merchant's page of the contract one.
let shop: TestShop;
let cookie: string;
let ofShop: Ids;
let own: CustomerPageIds;

const makeAnew = async () => {
  own = await makeCustomerPageIds(shop, ofShop, (await insertCustomer(shop.id)).id);
};
beforeAll(async () => {
  await resetDatabase();
  await startHigh();
  shop = await createTestShop({ gateway: "test" });
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  await insertProgramme(shop.id);
  cookie = await signIn(shop.id, shop.staff.id);
  ofShop = await makeIds(shop);
  await makeAnew();
});

const cases = Object.entries(CUSTOMER_PAGES).flatMap(([route, asked]) =>
  typeof asked === "string" ? [] : asked.map((one) => [one.name, { route, one }] as const),
);
type Sent = { path: string; form?: Record<string, string>; params: Record<string, string> };

const toSent = (one: CustomerPageCase): Sent => ({
  path: one.path(own),
  form: one.form?.(own),
  params: one.params?.(own) ?? {},
});

async function send(route: string, { path, form, params }: Sent): Promise<number> {
  const handlers = CUSTOMER_HANDLERS[route];
  if (!handlers) throw new Error(`${route}: nobody to ask`);
  const request = storefrontRequest(shop, path, form);
  const response = await (form ? handlers.send : handlers.visit)({ request, params, context: {} });
  await response.text();
  return response.status;
}

/** The merchant's page of the customer's contract. */
async function showContract(): Promise<number> {
  const { contract } = own;
  const request = pageRequest(`/admin/contracts/${contract}`, { cookie });
  return (await ask(contractPageLoader, request, { contractId: contract })).status;
}

function* listOdd(one: CustomerPageCase): Generator<{ what: string; change: (sent: Sent) => Sent }> {
  const { path, form } = toSent(one);
  for (const name of new URL(path, "http://shop.example").searchParams.keys())
    if (name !== "intent")
      for (const value of toOddValues(name))
        yield {
          what: `${name}=${value} in the address`,
          change: (sent) => {
            const url = new URL(sent.path, "http://shop.example");
            url.searchParams.set(name, value);
            return { ...sent, path: url.pathname + url.search };
          },
        };
  if (form)
    for (const name of new Set([...Object.keys(form), ...(one.fields ?? []), "version"]))
      for (const value of toOddValues(name))
        yield {
          what: `the field ${name}=${value}`,
          change: (sent) => ({ ...sent, form: { ...sent.form, [name]: value } }),
        };
}

describe("a page or form for customers answers odd input with anything but an error of ours, and breaks no page of the merchant", () => {
  test.each(cases)("%s", async (_name, { route, one }) => {
    const wrong: string[] = [];
    for (const { what, change } of listOdd(one)) {
      const status = await send(route, change(toSent(one)));
      if (status >= 500) wrong.push(`${status} to ${what.slice(0, 100)}`);
      if (!one.form || status >= 400) continue;
      const shown = await showContract();
      if (shown >= 500) wrong.push(`the merchant gets ${shown} after ${what.slice(0, 100)}`);
      if (shown === 401 || shown === 429) cookie = await signIn(shop.id, shop.staff.id);
      await makeAnew();
    }
    expect(wrong).toEqual([]);
  });
});
