import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { applyDiscount } from "~/features/contracts/operations/discounts/apply-discount.server";
import { migrate } from "~db/migrate";
import { send } from "../support/calls/contract-calls";
import { apply } from "../support/calls/discounts";
import { createTestShop, insertContract, NOW } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const url = process.env.DATABASE_URL ?? "";
const sql = postgres(url, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

test("codes that differ only by case are reported when case begins to be ignored, and stay good as they are written", async () => {
  await resetDatabase();
  const shop = await createTestShop();
  // As it was before that migration.
  await sql`alter table discount_codes drop column code_key, drop column is_case_twin, drop column restricted_customer_id`;
  await sql`delete from schema_migrations where name = '0016_discount_codes_without_case.sql'`;
  for (const [code, value] of Object.entries({ Tea: 5, SUMMER: 1, summer: 2, Summer: 3 }))
    await sql`
      insert into discount_codes (shop_id, code, value_type, value, is_once_per_customer, is_active, created_at, updated_at)
      values (${shop.id}, ${code}, 'PERCENTAGE', ${value}, false, true, ${NOW}, ${NOW})`;
  const said: string[] = [];
  await migrate(url, (line) => said.push(line));
  const reported = (code: string) =>
    `shop ${shop.shop.storeDomain}: the discount code ${code} differs only by case from the older code SUMMER; it is good only as it is written`;
  expect(said).toEqual([
    "migrating 0016_discount_codes_without_case.sql",
    reported("summer"),
    reported("Summer"),
  ]);
  const percentOf = async (code: string) =>
    (await apply(shop, await insertContract(shop.id), code)).body.discounts.nodes[0]?.value;
  expect(await percentOf("sUMMER")).toMatchObject({ percentage: 1 });
  expect(await percentOf("Summer")).toMatchObject({ percentage: 3 });
  expect(await percentOf("TEA")).toMatchObject({ percentage: 5 });
  const contractId = (await insertContract(shop.id)).subscriptionContractId;
  expect((await send(shop, applyDiscount, { contractId, discountCode: "TEAS" })).status).toBe(404);
});
