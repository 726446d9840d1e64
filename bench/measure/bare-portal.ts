import { randomBytes } from "node:crypto";
import type postgres from "postgres";

type Sql = postgres.Sql<{ bigint: number }>;

/** The statements of operation 2: look-up of the customer, the shop's settings, the row of the link. */
export async function issueLink(sql: Sql, shopId: number, customerId: number): Promise<unknown> {
  await sql`select first_name, last_name, email from customers where shop_id = ${shopId} and id = ${customerId}`;
  await sql`select * from portal_settings where shop_id = ${shopId}`;
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 7_200_000);
  await sql`insert into portal_tokens
      (shop_id, id, kind, customer_id, issued_by_type, issued_by_name, created_at, expires_at, is_single_use)
    values (${shopId}, ${randomBytes(16).toString("base64url")}, 'LINK', ${customerId}, 'api_key', 'bare', ${now},
      ${expiresAt}, false)`;
  return { manageSubscriptionLink: "https://shop.example.com/", tokenExpirationTime: expiresAt };
}
