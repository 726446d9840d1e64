import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { ACTIONS_OFF_AT_FIRST } from "~db/schema/portal-enums";
import type { Caller } from "../../../bench/fuzz/callers";
import { listOperations } from "../../../bench/fuzz/document";
import { listErrors } from "../../../bench/fuzz/errors";
import { toRequests } from "../../../bench/fuzz/requests";
import { type Fetch, send } from "../../../bench/fuzz/send";
import { askJson } from "../../support/calls/json-endpoints";
import { fetchOpenApiDocument } from "../../support/calls/openapi";
import { asCustomer } from "../../support/calls/portal";
import { saveSettings } from "../../support/calls/portal-contract";
import { createTestShop } from "../../support/data/factories";
import { makeIds } from "../../support/isolation/ids-of-a-shop";
import { resetDatabase } from "../../support/setup/database";

const SEED = 20_261_127;
const OF_EACH_OPERATION = 3;

const routes = endpointTable.map(({ path, endpoints }) => ({
  endpoints: [...endpoints],
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));
let calls = 0;

/** The app's own route of a path; each call from an address of its own, since the limits are not the matter here. */
const fetchInProcess: Fetch = async (path, { method, body, headers }) => {
  const { pathname } = new URL(path, "http://localhost");
  for (const { pattern, endpoints } of routes) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    const from = { [PEER_ADDRESS_HEADER]: `10.${(++calls >> 8) & 255}.${calls & 255}.1` };
    return askJson(endpoints, path, {
      method,
      body: body ?? undefined,
      params: Object.fromEntries(params),
      headers: { ...(headers as Record<string, string>), ...from },
    });
  }
  return new Response(null, { status: 404 });
};

let callers: Caller[];
let own: Record<string, string>;
beforeAll(async () => {
  await resetDatabase();
  const shop = await createTestShop({ gateway: "test" });
  await saveSettings(shop, { enabledActions: [...ACTIONS_OFF_AT_FIRST] });
  const ids = await makeIds(shop);
  const has = {
    known: Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, [id]])),
    contractOf: { [ids.order]: ids.contract },
  };
  own = { "X-API-Key": shop.writeKey };
  callers = [
    { kind: "merchant", headers: own, ...has },
    { kind: "anybody", headers: {}, ...has },
    { kind: "customer", headers: await asCustomer(shop, Number(ids.customer)), ...has },
  ];
});

test("requests made from the document are answered as it says, and never with an error of ours", async () => {
  const document = await fetchOpenApiDocument();
  const wrong: string[] = [];
  const statuses = new Set<number>();
  for (const operation of listOperations(document))
    for (const request of fc.sample(toRequests(document, operation, callers), {
      numRuns: OF_EACH_OPERATION,
      seed: SEED,
    })) {
      const { answers, notes } = await send(fetchInProcess, own, request);
      const errors = answers.flatMap((answer) => {
        statuses.add(answer.status);
        return listErrors(document, request, answer).map((error) => `${answer.status}: ${error}`);
      });
      for (const what of [...errors, ...notes])
        wrong.push(`${request.method} ${request.path} ${request.body ?? ""}: ${what}`.slice(0, 400));
    }
  expect(wrong).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 304, 400, 404, 412, 422]));
});
