import { sql } from "drizzle-orm";
import { portalAction } from "~/features/portal/portal.pages.server";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { client, db } from "~db/client.server";

export type SignInTimes = { known: number[]; unknown: number[] };

/**
 * How long the portal's sign-in form takes to answer (ms), for customers' addresses and for unknown ones, in turn and
 * each from another client address. A test shows that both run the same statements.
 */
export async function measureSignIn(tries: number): Promise<SignInTimes> {
  const rows = await client<{ email: string; host: string }[]>`
    select distinct cu.email, s.store_domain as host from contracts c
    join customers cu on cu.shop_id = c.shop_id and cu.id = c.customer_id
    join shops s on s.id = c.shop_id where cu.email is not null limit ${tries}`;
  const times: SignInTimes = { known: [], unknown: [] };
  for (const [number, { email, host }] of rows.entries()) {
    const others = `nobody-${number}@nowhere.example`;
    const pairs = [
      ["known", email],
      ["unknown", others],
    ] as const;
    for (const [name, address] of number % 2 === 0 ? pairs : pairs.toReversed()) {
      const started = performance.now();
      await ask(host, address, `10.${number >> 8}.${number & 255}.${name === "known" ? 1 : 2}`);
      times[name].push(performance.now() - started);
    }
  }
  // These mails must not be sent.
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await db.execute(sql`delete from shared_limits`);
  return times;
}

async function ask(host: string, email: string, peer: string): Promise<void> {
  const body = new URLSearchParams({ email }).toString();
  const request = new Request(`http://${host}/apps/memberships/cp?intent=sign_in`, {
    method: "POST",
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": String(body.length),
      [PEER_ADDRESS_HEADER]: peer,
    },
    body,
  });
  const { status } = await portalAction({ request, params: {}, context: {} });
  if (status !== 303) throw new Error(`the sign-in form answered ${status}`);
}
