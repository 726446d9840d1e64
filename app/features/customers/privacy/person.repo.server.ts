import { sql } from "drizzle-orm";
import { toCustomerName } from "~/access/customer-name";
import type { Person } from "~/features/customers/privacy/table-rule.server";
import { toEmailKey, toWrittenEmailKey } from "~/lib/email-address.server";
import type { Queryable } from "~db/client.server";
import type { KnownAs } from "~db/schema/customer-erasures";
import type { Address, customers } from "~db/schema/customers";

type Contracts = Pick<Person, "contractIds" | "subscriptionContractIds">;

/** Ids of all contracts of a customer. */
export async function listContractIds(on: Queryable, shopId: number, customerId: number): Promise<Contracts> {
  const rows = await on.execute<{ id: number; subscriptionContractId: number }>(sql`
    select id, subscription_contract_id as "subscriptionContractId" from contracts
    where shop_id = ${shopId}::bigint and customer_id = ${customerId}::bigint order by id`);
  return {
    contractIds: rows.map(({ id }) => id),
    subscriptionContractIds: rows.map((row) => row.subscriptionContractId),
  };
}

const unique = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => value?.trim() || [])),
];

/** What a customer is found by in texts that bear no id of theirs. @param addresses their own and those of their contracts */
export function toKnownAs(
  customer: typeof customers.$inferSelect,
  addresses: readonly (Address | null)[],
  reasons: readonly string[],
): KnownAs {
  const { email, phone, firstName, lastName } = customer;
  const given = addresses.flatMap((address) => address ?? []);
  return {
    emails: unique(email ? [email.toLowerCase(), toEmailKey(email), toWrittenEmailKey(email)] : []),
    phones: unique([phone, ...given.map((address) => address.phone)]),
    names: unique([
      firstName,
      lastName,
      toCustomerName(customer),
      ...given.map((address) => toCustomerName(address)),
    ]),
    places: unique(
      given.flatMap(({ company, address1, address2, city, zip }) => [company, address1, address2, city, zip]),
    ),
    reasons: [...reasons],
  };
}

/** Addresses of a customer's contracts. */
export async function listAddresses(on: Queryable, shopId: number, customerId: number): Promise<Address[]> {
  const rows = await on.execute<{ address: Address }>(sql`
    select distinct delivery_address as address from contracts
    where shop_id = ${shopId}::bigint and customer_id = ${customerId}::bigint
      and jsonb_typeof(delivery_address) = 'object'`);
  return rows.map(({ address }) => address);
}
