import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { loader } from "~/api/contract-list";
import { contractDetailsLine, contractRecord } from "~/features/contracts/contract-record";
import { resetDatabase } from "./support/database";
import { createTestShop, insertContract, type TestShop } from "./support/factories";

const PATH = "/api/external/v2/subscription-contract-details";

async function list(key: string, search = "") {
  const request = new Request(`http://localhost${PATH}${search}`, { headers: { "X-API-Key": key } });
  return loader({ request, params: {}, context: {} });
}

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

describe("the record", () => {
  test("has every field of the specification, with the type it says", async () => {
    await insertContract(shop.id, {});
    const response = await list(shop.readKey);
    const body = await response.text();
    expect(response.status, body).toBe(200);
    const records = z.array(contractRecord.strict()).parse(JSON.parse(body));
    expect(records).toHaveLength(1);
    z.array(contractDetailsLine.strict()).parse(JSON.parse(records[0]?.contractDetailsJSON ?? ""));
    expect(response.headers.get("X-Total-Count")).toBe("1");
  });
});
