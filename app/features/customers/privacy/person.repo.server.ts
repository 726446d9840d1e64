import { sql } from "drizzle-orm";
import { toCustomerName } from "~/access/customer-name";
import { hasCustomerEmail } from "~/access/email-match.server";
import { type Person, texts } from "~/features/customers/privacy/tables/table-rule.server";
import { toEmailKey, withWrittenDomain } from "~/lib/email/email-address.server";
import type { Queryable } from "~db/client.server";
import type { KnownAs } from "~db/schema/customer-erasures";
import type { Address, customers } from "~db/schema/customers";

type Contracts = Pick<Person, "contractIds" | "subscriptionContractIds">;
type CustomerRow = typeof customers.$inferSelect;

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

/** The forms in which an e-mail is stored and compared. */
const toForms = (email: string): string[] => [
  email.toLowerCase(),
  toEmailKey(email),
  withWrittenDomain(toEmailKey(email)),
];

/**
 * Texts that identify a customer where no id does.
 *
 * @param emails their e-mail and former ones
 * @param addresses their own and those of their contracts
 */
function toKnownAs(
  customer: CustomerRow,
  emails: readonly string[],
  addresses: readonly (Address | null)[],
): Omit<KnownAs, "reasons" | "referralIds"> {
  const { phone, firstName, lastName } = customer;
  const given = addresses.flatMap((address) => address ?? []);
  return {
    emails: unique(emails.flatMap(toForms)),
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
  };
}

/** Addresses of a customer's contracts. */
async function listAddresses(on: Queryable, shopId: number, customerId: number): Promise<Address[]> {
  const rows = await on.execute<{ address: Address }>(sql`
    select distinct delivery_address as address from contracts
    where shop_id = ${shopId}::bigint and customer_id = ${customerId}::bigint
      and jsonb_typeof(delivery_address) = 'object'`);
  return rows.map(({ address }) => address);
}

/** E-mails with which a customer has accepted offers: they bought with the codes. */
async function listAcceptedEmails(on: Queryable, shopId: number, customerId: number): Promise<string[]> {
  const rows = await on.execute<{ email: string }>(sql`
    select r.email from referrals r
    where r.shop_id = ${shopId}::bigint and ${hasAccepted(shopId, customerId)}`);
  return rows.map(({ email }) => email);
}

/** Of a referral `r`: the customer has bought with its code. */
const hasAccepted = (shopId: number, customerId: number) => sql`(
  r.contract_id in (
    select c.id from contracts c where c.shop_id = ${shopId}::bigint and c.customer_id = ${customerId}::bigint)
  or r.welcome_code_id in (
    select u.code_id from discount_code_uses u
    where u.shop_id = ${shopId}::bigint and u.customer_id = ${customerId}::bigint))`;

/** E-mails to which mails to a customer have gone. */
async function listWrittenEmails(on: Queryable, shopId: number, customerId: number): Promise<string[]> {
  const rows = await on.execute<{ email: string }>(sql`
    select distinct lower(recipient) as email from mails
    where shop_id = ${shopId}::bigint and customer_id = ${customerId}::bigint`);
  return rows.map(({ email }) => email);
}

/** Those that are no other customer's today: an import may have moved an address, or given it to the wrong one. */
async function withoutOthers(
  on: Queryable,
  shopId: number,
  customerId: number,
  emails: readonly string[],
): Promise<string[]> {
  const own: string[] = [];
  for (const email of new Set(emails)) {
    const others = await on.execute(sql`
      select from customers
      where shop_id = ${shopId}::bigint and id <> ${customerId}::bigint and ${hasCustomerEmail(email)} limit 1`);
    if (others.length === 0) own.push(email);
  }
  return own;
}

/** Referrals of a customer, as the referrer or as the friend. */
async function listReferralIds(
  on: Queryable,
  shopId: number,
  customerId: number,
  emails: readonly string[],
): Promise<number[]> {
  const rows = await on.execute<{ id: number }>(sql`
    select r.id from referrals r
    where r.shop_id = ${shopId}::bigint
      and (r.referrer_id = ${customerId}::bigint or r.email_key = any(${texts(emails)})
        or ${hasAccepted(shopId, customerId)}) order by r.id`);
  return rows.map(({ id }) => id);
}

/** The data by which the customer's rows are found, read before anything of them is erased. */
export async function toPerson(
  on: Queryable,
  customer: CustomerRow,
  { reasons, at }: { reasons: readonly string[]; at: Date },
): Promise<Person> {
  const { shopId, id: customerId } = customer;
  const addresses = await listAddresses(on, shopId, customerId);
  // Their e-mail may have been another one when they accepted an offer or were written to.
  const former = [
    ...(await listAcceptedEmails(on, shopId, customerId)),
    ...(await listWrittenEmails(on, shopId, customerId)),
  ];
  const emails = [
    ...(customer.email ? [customer.email] : []),
    ...(await withoutOthers(on, shopId, customerId, former)),
  ];
  const found = toKnownAs(customer, emails, [customer.defaultAddress, ...addresses]);
  const referralIds = await listReferralIds(on, shopId, customerId, found.emails);
  const knownAs = { ...found, reasons: [...reasons], referralIds };
  return { shopId, customerId, ...(await listContractIds(on, shopId, customerId)), knownAs, at };
}
