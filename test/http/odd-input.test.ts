import { beforeAll, describe, expect, test } from "vitest";
import { ask, pageRequest, withJson } from "../support/calls/pages";
import { addEndpoint } from "../support/calls/webhooks";
import { insertTestBundle } from "../support/data/bundles";
import { createTestShop, insertCustomer, nextNumber, signIn, type TestShop } from "../support/data/factories";
import { makeIds, makeIdsOfCustomer, startHigh } from "../support/isolation/ids-of-a-shop";
import { makePageIds } from "../support/isolation/ids-of-pages";
import { toOddJson, toOddValues } from "../support/isolation/odd-values";
import { type AllIds, toPageCall } from "../support/isolation/page-cases";
import { listPageEndpoints, type PageEndpoint } from "../support/isolation/page-endpoints";
import { listNames } from "../support/isolation/parameter-names";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

// Whatever a field gets, no answer is a 5xx.

let shop: TestShop;
let cookie: string;
let own: AllIds;

async function startShop(): Promise<void> {
  shop = await createTestShop({ gateway: "test" });
  cookie = await signIn(shop.id, shop.staff.id);
  const ids = await makeIds(shop);
  own = { ...ids, ...(await makePageIds(shop, ids, shop.staff.id)) };
  own.webhookEndpoint = String((await addEndpoint(shop, `http://127.0.0.1:9/${nextNumber()}`)).id);
}
beforeAll(async () => {
  await resetDatabase();
  await startHigh();
  await startShop();
});

/** Creates the objects again that a form may have used up. */
async function makeAnew(): Promise<void> {
  const { handle: bundle } = await insertTestBundle(shop.id);
  const ids = { ...own, bundle, ...(await makeIdsOfCustomer(shop, (await insertCustomer(shop.id)).id)) };
  own = { ...ids, ...(await makePageIds(shop, ids, shop.staff.id)) };
  cookie = await signIn(shop.id, shop.staff.id);
}

type Call = ReturnType<typeof toPageCall>;

const WRITES = /\b(insert into|update|delete from|merge into|copy|add_jobs?|nextval)\b/i;

const all = await listPageEndpoints();
const visits = new Map(all.flatMap((page) => (page.endpoint.method === "GET" ? [[page.route, page]] : [])));

async function visit({ handler }: PageEndpoint, { params, query }: Call): Promise<number> {
  return (await ask(handler, pageRequest(`/admin/x?${query}`, { cookie }), params)).status;
}

/** Sends a form and, if it was accepted, opens its page again. @returns answers with a 5xx */
async function send(page: PageEndpoint, call: Call, sent: string): Promise<string[]> {
  if (page.endpoint.method === "GET") {
    const status = await visit(page, call);
    if (status === 401 || status === 429) cookie = await signIn(shop.id, shop.staff.id);
    return status < 500 ? [] : [`${status} to ${sent}`];
  }
  const form = pageRequest(`/admin/x?${call.query}`, { cookie, form: call.form });
  const request = call.body === undefined ? form : withJson(form, call.body);
  const { result, texts } = await countStatements(() => ask(page.handler, request, call.params));
  const { status } = result;
  if (status >= 500) return [`${status} to ${sent}`];
  // What has written nothing has used nothing up, and has left nothing to be shown.
  if (status >= 400 || !texts.some((text) => WRITES.test(text))) return [];
  const shown = visits.get(page.route);
  const after = shown ? await visit(shown, { ...toPageCall(shown, own), params: call.params }) : 200;
  await makeAnew();
  return after < 500 ? [] : [`${after} when it is shown after ${sent}`];
}

function* listOddCalls(page: PageEndpoint): Generator<{ sent: string; change: (call: Call) => void }> {
  const { query, body } = listNames(page.endpoint);
  const call = toPageCall(page, own);
  for (const name of new Set([...query, ...call.query.keys()]))
    if (name !== "intent")
      for (const value of toOddValues(name))
        yield { sent: `${name}=${value} in the address`, change: (each) => each.query.set(name, value) };
  if (call.body !== undefined) {
    for (const { path, odd, json } of toOddJson(call.body))
      yield {
        sent: `${path}=${JSON.stringify(odd)} in the JSON`,
        change: (each) => Object.assign(each, { body: json }),
      };
  } else if (call.form)
    for (const name of new Set([...body, ...Object.keys(call.form)]))
      for (const value of toOddValues(name))
        yield {
          sent: `the field ${name}=${value}`,
          change: ({ form }) => Object.assign(form ?? {}, { [name]: value }),
        };
}

const pages = all.map((page) => [page.endpoint.operationId, page] as const);

describe("a page or form of the admin answers odd input with anything but an error of ours", () => {
  test.each(pages)("%s", async (_name, page) => {
    const wrong: string[] = [];
    for (const { sent, change } of listOddCalls(page)) {
      const call = toPageCall(page, own);
      change(call);
      wrong.push(...(await send(page, call, sent.slice(0, 100))));
    }
    expect(wrong).toEqual([]);
  });
});
