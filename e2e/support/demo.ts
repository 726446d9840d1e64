import type { BrowserContext } from "@playwright/test";
import { findShopByStoreDomain } from "../../app/access/shops.repo.server";
import { findStaffAccount } from "../../app/features/staff/staff.repo.server";
import { client } from "../../db/client.server";
import { signIn } from "../../test/support/data/factories";

export type DemoContract = { id: number; name: string; email: string; order: string; status: string };

/** The demo shop that `npm start` creates, with the browser signed in as its owner. Tests only read it. */
export async function openDemoShop(context: BrowserContext, baseURL: string | undefined) {
  const shop = await findShopByStoreDomain(process.env.E2E_DEMO_SHOP ?? "");
  const staff = await findStaffAccount(process.env.E2E_DEMO_EMAIL ?? "");
  if (!shop || !staff) throw new Error("the demo shop is not there");
  const [name = "", value = ""] = (await signIn(shop.id, staff.id)).split("=");
  await context.addCookies([{ name, value, url: baseURL, httpOnly: true, sameSite: "Lax" }]);
  return shop;
}

/** The newest contract of the shop that meets `condition` (SQL on `c`, from the tests). */
export async function findDemoContract(shopId: number, condition = "true"): Promise<DemoContract> {
  const rows = await client.unsafe<DemoContract[]>(
    `select c.subscription_contract_id::int8 as id, c.customer_name as name, c.customer_email as email,
       c.origin_order_name as "order", c.status
     from contracts c where c.shop_id = $1 and ${condition} order by c.created_at desc, c.id desc limit 1`,
    [shopId],
  );
  const row = rows[0];
  if (!row) throw new Error(`the demo shop has no contract with ${condition}`);
  return { ...row, id: Number(row.id) };
}

export async function countDemoContracts(shopId: number, condition = "true"): Promise<number> {
  const rows = await client.unsafe<{ count: number }[]>(
    `select count(*)::int as count from contracts c where c.shop_id = $1 and ${condition}`,
    [shopId],
  );
  return rows[0]?.count ?? 0;
}
