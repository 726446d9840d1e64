import { beforeEach, describe, expect, test } from "vitest";
import { loader as listContractsRoute } from "~/api/contract-list";
import { loader as openApiRoute } from "~/api/openapi";
import { CONTRACT_LIST_PATH } from "~/features/contracts/list/contract-list.endpoints.server";
import type { JsonObject } from "~/http/endpoint/json-schema";
import { dig, fetchOpenApiDocument, findErrors } from "../support/calls/openapi";
import { insertCatalogue } from "../support/data/catalogue";
import { createTestShop, insertContract, NOW } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const URL_OF_DOCUMENT = "http://localhost/api/external/v2/openapi.json";

const ask = (headers: Record<string, string> = {}, method = "GET") =>
  openApiRoute({ request: new Request(URL_OF_DOCUMENT, { headers, method }), params: {}, context: {} });

describe("the answers of operation 1", () => {
  beforeEach(resetDatabase);

  const list = async (key: string, search = "") => {
    const url = `http://localhost${CONTRACT_LIST_PATH}${search}`;
    const request = new Request(url, { headers: key ? { "X-API-Key": key } : {} });
    return listContractsRoute({ request, params: {}, context: {} });
  };

  async function errorsOf(response: Response): Promise<string[]> {
    const document = await fetchOpenApiDocument();
    const type = response.headers.get("Content-Type")?.split(";")[0] ?? "";
    const operation = dig(document, "paths", CONTRACT_LIST_PATH, "get", "responses", String(response.status));
    const headers = Object.keys(dig(operation, "headers") as JsonObject).map((name) => name.toLowerCase());
    const ours = [...response.headers.keys()].filter((name) =>
      /^(x-(?!content|perennial)|ratelimit|link)/.test(name),
    );
    return [
      ...ours.filter((name) => !headers.includes(name)).map((name) => `header ${name} is not documented`),
      ...findErrors(document, dig(operation, "content", type, "schema"), await response.json()),
    ];
  }

  test("a page of contracts is what the document says, bare ones and full ones", async () => {
    const shop = await createTestShop();
    const { products } = await insertCatalogue(shop.id);
    await insertContract(shop.id, { nextBillingDate: null, lines: [] });
    await insertContract(shop.id, {
      importedId: "old-1",
      originOrderId: 5_500_001,
      originOrderName: "#1001",
      startsAt: NOW,
      endsAt: NOW,
      activatedOn: NOW,
      pausedOn: NOW,
      cancelledOn: NOW,
      trialEndDate: NOW,
      billingDateAfterTrial: NOW,
      minCycles: 2,
      maxCycles: 12,
      currencyCode: "EUR",
      cancellationFeedback: "Too much",
      orderNote: "Ring twice",
      orderNoteAttributes: [{ key: "gift", value: "yes" }],
      upcomingSwapRule: "A → B",
      lines: [{ productId: products[0]?.id, variantId: products[0]?.variantIds[0], sku: "S" }],
    });
    const response = await list(shop.readKey);
    expect(response.headers.get("X-Total-Count")).toBe("2");
    expect(await errorsOf(response)).toEqual([]);
  });

  test.each([
    ["no key", "", "", 401],
    ["a wrong key", "prn_1_wrong", "", 401],
    ["every parameter wrong", null, "?page=x&size=0&status=GONE&fromCreatedDate=soon&sort=size", 400],
  ])("%s is answered as the document says", async (_what, key, search, status) => {
    const shop = await createTestShop();
    const response = await list(key ?? shop.readKey, search);
    expect(response.status).toBe(status);
    expect(await errorsOf(response)).toEqual([]);
  });
});

describe("serving it", () => {
  test("needs no key and may be cached by anybody", async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
  });

  test("a caller who has it already gets 304 without a body", async () => {
    const etag = (await ask()).headers.get("ETag") ?? "";
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await ask({ "If-None-Match": condition });
      expect([condition, again.status, await again.text()]).toEqual([condition, 304, ""]);
      expect(again.headers.get("ETag")).toBe(etag);
    }
    expect((await ask({ "If-None-Match": '"other"' })).status).toBe(200);
  });

  test("is compressed for who takes gzip, under an ETag of its own", async () => {
    const plain = await ask();
    const gzip = await ask({ "Accept-Encoding": "br, gzip" });
    expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
    expect(gzip.headers.get("ETag")).not.toBe(plain.headers.get("ETag"));
    for (const response of [plain, gzip]) expect(response.headers.get("Vary")).toBe("Accept-Encoding");
    const unpacked = new Blob([await gzip.arrayBuffer()])
      .stream()
      .pipeThrough(new DecompressionStream("gzip"));
    expect(await new Response(unpacked).text()).toBe(await plain.text());
    expect((await ask({ "Accept-Encoding": "gzip;q=0" })).headers.get("Content-Encoding")).toBeNull();
  });
});
