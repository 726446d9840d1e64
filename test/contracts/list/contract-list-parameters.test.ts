import { beforeEach, describe, expect, test } from "vitest";
import { readList, requestList } from "../../support/data/contract-list";
import { createTestShop, insertContract, insertCustomer, type TestShop } from "../../support/data/factories";
import { resetDatabase } from "../../support/setup/database";

let shop: TestShop;
beforeEach(async () => {
  await resetDatabase();
  shop = await createTestShop();
});

describe("a parameter", () => {
  const WRONG: [name: string, value: string][] = [
    ["fromCreatedDate", "2026-02-30"],
    ["toCreatedDate", "2026-01-01T10:00:00"],
    ["fromNextDate", "yesterday"],
    ["toNextDate", "2026-01-01T25:00:00Z"],
    ["subscriptionContractId", "12x"],
    ["customerId", "0"],
    ["customerName", "a\u0000b"],
    ["orderName", "x".repeat(256)],
    ["search", "a\u0000b"],
    ["status", "GONE"],
    ["billingPolicyIntervalCount", "0"],
    ["billingPolicyInterval", "month"],
    ["planType", "POSTPAID"],
    ["recordType", "LINE"],
    ["productId", "gid://platform/Order/1"],
    ["variantId", "9007199254740992"],
    ["endedProductId", "seven"],
    ["sellingPlanIds", "1,two"],
    ["havingProductsDeletedFromStore", "maybe"],
    ["emailBouncedOrFailed", "2"],
    ["lastPaymentStatus", "OPEN"],
    ["page", "-1"],
    ["size", "2001"],
    ["sort", "shop,asc"],
    ["pageable.page", "1.5"],
    ["pageable.size", "0"],
    ["pageable.sort", "id,sideways"],
    ["cursor", "nonsense"],
  ];

  async function readWrongParameters(search: URLSearchParams): Promise<string[]> {
    const response = await requestList(shop.readKey, `?${search}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("Content-Type")).toMatch("application/problem+json");
    const problem = await response.json();
    expect(problem.code).toBe("invalid_request");
    return problem.errors.map((error: { parameter: string }) => error.parameter);
  }

  test.each(WRONG)("%s=%s is a 400 that names it", async (name, value) => {
    expect(await readWrongParameters(new URLSearchParams({ [name]: value }))).toEqual([name]);
  });

  test.each(WRONG.filter(([name]) => !/sort$|sellingPlanIds/.test(name)))(
    "%s given twice is a 400 that names it",
    async (name) => {
      const twice = new URLSearchParams([
        [name, ""],
        [name, ""],
      ]);
      expect(await readWrongParameters(twice)).toEqual([name]);
    },
  );

  test("is named along with every other wrong one, in one answer", async () => {
    const wrong = await readWrongParameters(new URLSearchParams(WRONG));
    expect(wrong.sort()).toEqual(WRONG.map(([name]) => name).sort());
  });

  test("left blank does not filter, and one we do not know is ignored", async () => {
    await insertContract(shop.id);
    const blank = new URLSearchParams(WRONG.map(([name]) => [name, " "]));
    expect((await readList(shop.readKey, `?${blank}&foo=bar&size[]=x`)).total).toBe(1);
  });

  test.each([
    ["status=active", "status"],
    ["planType=pay_As_you_go", "plan type"],
    ["recordType=contract", "record type"],
    ["emailBouncedOrFailed=FALSE", "flag"],
    ["lastPaymentStatus=succeeded", "payment status"],
    ["billingPolicyInterval=MONTH", "interval"],
    ["sort=createdAt,DESC", "sort in camelCase"],
    ["sort=next_billing_date", "sort without a direction"],
    ["productId=gid://platform/Product/71", "product as gid"],
    ["productId=gid://another/Product/71", "gid of another namespace"],
    ["variantId=gid://platform/ProductVariant/41", "variant as gid"],
    ["sellingPlanIds=gid://platform/SellingPlan/31,%2032,", "selling plans as gids, with blanks"],
    ["sellingPlanIds=99&sellingPlanIds=31", "selling plans one by one"],
    ["fromCreatedDate=2026-03-02&toCreatedDate=2026-03-02", "bare dates, whole days"],
    ["fromCreatedDate=2026-03-02T13:00:00%2B01:00", "an offset"],
    ["fromCreatedDate=2026-03-02T13:00:00+01:00", "an offset whose plus was not encoded"],
    ["toCreatedDate=2026-03-02T12:00Z", "no seconds"],
    ["toCreatedDate=2026-03-02T12:00:00.0009999Z", "finer than stored"],
    ["customerName=%20LOVE%20", "spaces around"],
  ])("%s is understood (%s)", async (search) => {
    await insertContract(shop.id, {
      lastPaymentStatus: "SUCCEEDED",
      lines: [{ productId: 71, variantId: 41, sellingPlanId: 31 }],
    });
    expect((await readList(shop.readKey, `?${search}`)).total).toBe(1);
  });

  test("customerName is a name with its blanks, or part of an e-mail with its +, encoded or not", async () => {
    const tagged = await insertCustomer(shop.id, {
      firstName: "Bo",
      lastName: "Ek",
      email: "bo+shop@b.example",
    });
    const { id } = await insertContract(shop.id, { customerId: tagged.id });
    for (const search of ["bo+ek", "o%20e", "bo+shop@b.ex", "bo%2Bshop@B", "%2Bshop"])
      expect([search, (await readList(shop.readKey, `?customerName=${search}`)).ids]).toEqual([search, [id]]);
    expect((await readList(shop.readKey, "?customerName=bo-shop@b.example")).ids).toEqual([]);
  });

  test("subscriptionContractId takes the number and the gid", async () => {
    const { id, subscriptionContractId } = await insertContract(shop.id);
    await insertContract(shop.id);
    for (const given of [
      subscriptionContractId,
      `gid://platform/SubscriptionContract/${subscriptionContractId}`,
    ])
      expect((await readList(shop.readKey, `?subscriptionContractId=${given}`)).ids).toEqual([id]);
  });

  test.each([
    ["from", "2026-03-02T12:00:00.0001Z", 0],
    ["to", "2026-03-02T11:59:59.9999Z", 0],
    ["from", "2026-03-02T12:00:00.0000Z", 1],
  ])("%sCreatedDate=%s is not rounded over the contract's own instant", async (edge, value, total) => {
    await insertContract(shop.id, { createdAt: new Date("2026-03-02T12:00:00Z") });
    expect((await readList(shop.readKey, `?${edge}CreatedDate=${value}`)).total).toBe(total);
  });
});
