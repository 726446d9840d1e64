import { beforeEach, describe, expect, test } from "vitest";
import { signProxyParameters } from "~/access/portal/proxy-signature";
import { loader as notFoundLoader } from "~/api/not-found";
import { listPastOrders } from "~/features/billing/orders/order-list.endpoints.server";
import {
  AUTOMATIONS_PATH,
  listBulkAutomations,
} from "~/features/bulk-automations/api/bulk-automations.endpoints.server";
import { listContracts } from "~/features/contracts/list/contract-list.endpoints.server";
import { IS_FORWARDED_HEADER } from "~/http/request/internal-headers";
import { toApiOrigin } from "~/http/request/request-context.server";
import { parseEnvironment } from "~/lib/environment/environment";
import { APP_SECRET } from "../support/calls/app-secret";
import { askJson, ORIGIN } from "../support/calls/json-endpoints";
import { createTestShop, insertContract, type TestShop } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

describe("the origin of the URLs that an answer carries", () => {
  const of = (url: string, settings: Parameters<typeof toApiOrigin>[1], headers = {}) =>
    toApiOrigin(new Request(url, { headers }), settings);
  const nothing = { PUBLIC_URL: undefined, TRUST_PROXY: false };

  test("is PUBLIC_URL, whatever was asked", () => {
    const settings = { PUBLIC_URL: "https://subs.example", TRUST_PROXY: false };
    expect(of("http://localhost:3000/api/x", settings)).toBe("https://subs.example");
    expect(of("http://evil.example/api/x", settings, { Host: "evil.example" })).toBe("https://subs.example");
  });

  test("is otherwise a loopback address as requested", () => {
    expect(of("http://localhost:3000/api/x", nothing)).toBe("http://localhost:3000");
    expect(of("http://127.0.0.1/api/x", nothing)).toBe("http://127.0.0.1");
    // The request comes through a proxy that is not trusted, so its clients' host is unknown.
    expect(of("http://localhost/api/x", nothing, { [IS_FORWARDED_HEADER]: "true" })).toBe("");
  });

  test("is otherwise what a trusted proxy says", () => {
    const headers = { "X-Forwarded-Host": "subs.example", "X-Forwarded-Proto": "https" };
    const url = "http://10.0.0.5:3000/api/x";
    expect(of(url, { PUBLIC_URL: undefined, TRUST_PROXY: true }, headers)).toBe("https://subs.example");
    expect(of(url, nothing, headers)).toBe("");
  });

  test("is otherwise unknown, since anybody may write any name into Host", () => {
    expect(of("http://evil.example/api/x", nothing, { Host: "evil.example" })).toBe("");
  });

  test.each(["subs.example", "ftp://subs.example", "https://subs.example/path", "https://a:b@subs.example"])(
    "cannot be %s",
    (PUBLIC_URL) => expect(() => parseEnvironment({ PUBLIC_URL })).toThrow("PUBLIC_URL"),
  );

  test("is an origin: a slash at its end does not count", () => {
    expect(parseEnvironment({ PUBLIC_URL: "https://Subs.example/" }).PUBLIC_URL).toBe("https://subs.example");
  });
});

test("the type of a problem is the address of its page, also where no endpoint answers", async () => {
  const type = `${ORIGIN}/problems/unauthenticated`;
  expect(await (await askJson(listContracts, "/api/x")).json()).toMatchObject({ type });
  const request = new Request(`${ORIGIN}/api/unknown`);
  const unknown = await notFoundLoader({ request, params: {}, context: {} });
  expect(await unknown.json()).toMatchObject({ type: `${ORIGIN}/problems/not_found` });
});

describe("links of a list", () => {
  let shop: TestShop;
  beforeEach(async () => {
    await resetDatabase();
    shop = await createTestShop();
  });

  test.each([
    ["contracts", listContracts, "/api/external/v2/subscription-contract-details", ""],
    ["bulk automations", listBulkAutomations, AUTOMATIONS_PATH, ""],
    [
      "past orders",
      listPastOrders.merchant,
      "/api/external/v2/subscription-billing-attempts/past-orders",
      "contractId=",
    ],
  ] as const)(
    "of %s are absolute, with every parameter but credentials",
    async (_what, endpoint, path, own) => {
      const contract = await insertContract(shop.id);
      const parameter = own && `&${own}${contract.subscriptionContractId}`;
      const response = await askJson(
        endpoint,
        `${path}?api_key=${shop.readKey}&token=secret&utm_source=a%26b${parameter}&pageable.page=3&page=0&size=5`,
      );
      expect(response.status).toBe(200);
      const at = `${ORIGIN}${path}?utm_source=a%26b${parameter}&size=5&page=0`;
      expect(response.headers.get("Link")).toBe(
        `<${at}>; rel="first", <${at}>; rel="last", <${ORIGIN}/api/docs#api-key>; rel="deprecation"; type="text/html"`,
      );
    },
  );

  test("by cursor lead to the next page with the same parameters, the first cursor not among them", async () => {
    for (let index = 0; index < 3; index++) await insertContract(shop.id);
    const response = await askJson(listContracts, "/api/x?size=2&cursor=&status=active&utm_source=x", {
      key: shop.readKey,
    });
    const links = response.headers.get("Link") ?? "";
    expect(links).toMatch(
      new RegExp(`<${ORIGIN}/api/x\\?size=2&status=active&utm_source=x&cursor=[^&>]+>; rel="next"`),
    );
    expect(links.match(/cursor=/g)).toHaveLength(links.split(", <").length);
  });

  test("of a long address are as many as clients take in a header, the way onward first", async () => {
    for (let index = 0; index < 3; index++) await insertContract(shop.id);
    const ask = async (length: number) => {
      const path = `/api/x?size=1&page=1&x=${"a".repeat(length)}`;
      const response = await askJson(listContracts, path, { key: shop.readKey });
      return [...(response.headers.get("Link") ?? "").matchAll(/rel="(\w+)"/g)].map(
        ([, relation]) => relation,
      );
    };
    expect(await ask(1500)).toEqual(["first", "prev", "next", "last"]);
    expect(await ask(3500)).toEqual(["prev", "next"]);
    expect(await ask(7000)).toEqual(["next"]);
    expect(await ask(9000)).toEqual([]);
  });

  test("of the customer's past orders repeat nothing of the platform's signature", async () => {
    const contract = await insertContract(shop.id);
    const parameters = new URLSearchParams({
      contractId: String(contract.subscriptionContractId),
      shop: shop.shop.storeDomain,
      path_prefix: "/apps/memberships",
      timestamp: String(Math.floor(Date.now() / 1000)),
      logged_in_customer_id: String(contract.customerId),
      size: "5",
    });
    parameters.set("signature", signProxyParameters(parameters, APP_SECRET));
    const response = await askJson(listPastOrders.portal, `/apps/memberships/cp/api/x?${parameters}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Link")).toContain(
      `<${ORIGIN}/apps/memberships/cp/api/x?contractId=${contract.subscriptionContractId}&size=5&page=0>`,
    );
  });
});
