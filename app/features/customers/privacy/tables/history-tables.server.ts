import { sql } from "drizzle-orm";
import { bigints } from "~db/array-parameters.server";
import { toErasedActivity } from "./erased-activity";
import { ERASED_NAME } from "./erased-name";
import {
  names,
  ofContracts,
  ofCustomer,
  type Person,
  type TableRule,
  texts,
  toNull,
  withoutNames,
} from "./table-rule.server";

/** Events of the contracts, by their index, and those of referrals, which have no contract. */
const eventsOf = (person: Person) => sql`(
  (t.position is not null and ${ofContracts(person)}) or (t.position is null and ${ofContracts(person)})
  or (t.type like 'referral.%' and t.subject_id = any(${bigints(person.knownAs.referralIds)})))`;

/**
 * Entries of the contracts; of the shop's own entries, those about the customer or one of their referrals; of the
 * contracts of those who have referred them, those with their address. By ids only: another customer may have the same
 * name. An array, so that each part is read by its index.
 */
const entriesOf = (person: Person) => {
  const { shopId, customerId, knownAs } = person;
  const isOfReferral = sql`t.after ->> 'referralId' = any(${texts(knownAs.referralIds.map(String))})`;
  return sql`(${ofContracts(person)} or (t.contract_id is null and (
    t.after ->> 'customerId' = ${String(customerId)}::text or t.before ->> 'customerId' = ${String(customerId)}::text
    or ${isOfReferral}))
    or (t.contract_id = any(array(
      select c.id from contracts c
      join referrals r on r.shop_id = ${shopId}::bigint and r.referrer_id = c.customer_id
      where c.shop_id = ${shopId}::bigint and r.id = any(${bigints(knownAs.referralIds)})))
      and t.after ? 'email' and ${isOfReferral}))`;
};

/** Whoever named them as a friend: another customer, who stays. */
const isByReferrer = ({ shopId, customerId }: Person) => sql`(t.action = 'referral.invited' and exists (
  select from referrals r where r.shop_id = ${shopId}::bigint and r.id = (t.after ->> 'referralId')::bigint
    and r.referrer_id <> ${customerId}::bigint))`;
/** What a friend has done whom they have referred; the friend may have come by a link that was passed on. */
const isOfTheirFriend = ({ knownAs: { emails } }: Person) =>
  sql`(t.action like 'referral.%' and t.action <> 'referral.invited'
    and not coalesce(lower(t.after ->> 'email') = any(${texts(emails)}), false))`;
const isByThem = (person: Person) => sql`(t.actor_type = 'customer' and not ${isByReferrer(person)})`;

/**
 * The friend's address is the friend's: it is erased with the friend, or with the referrer as long as the offer is not
 * accepted. Whoever has accepted may have come by a link that was passed on, so the referrer's export leaves it out.
 */
const isAddressErased = ({ knownAs: { emails } }: Person) =>
  sql`(t.email_key = any(${texts(emails)}) or not t.is_claimed)`;

/** What happened, and who was informed of it. */
export const HISTORY_TABLES: TableRule[] = [
  {
    table: "activity",
    key: ["id"],
    rows: entriesOf,
    erase: {
      actor_name: (person) =>
        sql`case when ${isByThem(person)} then ${ERASED_NAME}::text else t.actor_name end`,
    },
    keep: ["actor_type", "action", "request_id", "address"],
    // The addresses are those of the staff's and integrators' requests.
    secret: ["request_id", "address"],
    shown: {
      actor_name: (person) =>
        sql`case when ${isByThem(person)} and not ${isOfTheirFriend(person)} then t.actor_name end`,
      before: () => sql`t.before - 'writtenBy'`,
      after: (person) => sql`case when ${isOfTheirFriend(person)} then t.after - 'email' else t.after end`,
    },
    rewrite: { columns: ["action", "before", "after"], write: toErasedActivity },
  },
  {
    table: "referrers",
    key: ["token"],
    rows: ofCustomer,
    // Nobody knows the new token: the link no longer works.
    erase: { token: ({ at }) => sql`'erased-' || md5(${`${at.toISOString()}`}::text || t.token)` },
  },
  {
    table: "referrals",
    key: ["id"],
    rows: ({ knownAs: { referralIds } }) => sql`t.id = any(${bigints(referralIds)})`,
    erase: {
      email: (person) => sql`case when ${isAddressErased(person)} then 'erased' else t.email end`,
      email_key: (person) =>
        sql`case when ${isAddressErased(person)} then 'erased:' || t.id else t.email_key end`,
    },
    keep: ["status", "reasons", "language", "promised"],
    shown: {
      email: (person) => sql`case when ${isAddressErased(person)} then t.email end`,
      email_key: (person) => sql`case when ${isAddressErased(person)} then t.email_key end`,
    },
  },
  {
    table: "discount_codes",
    key: ["id"],
    rows: ({ customerId, knownAs: { emails } }) =>
      sql`(t.restricted_customer_id = ${customerId}::bigint or t.restricted_email = any(${texts(emails)}))`,
    erase: {
      // Without an address anybody could apply the code.
      restricted_email: () => sql`case when t.restricted_email is not null then 'erased' end`,
      is_active: () => sql`false`,
    },
    keep: ["code", "origin", "value_type"],
  },
  {
    table: "discount_code_uses",
    key: ["code_id", "discount_id"],
    rows: ofCustomer,
    erase: {},
  },
  {
    table: "bulk_automation_items",
    key: ["automation_id", "contract_id"],
    // By automation: the primary key is the only index.
    rows: (person) => sql`(t.automation_id in (
      select b.id from bulk_automations b where b.shop_id = ${person.shopId}::bigint) and ${ofContracts(person)})`,
    erase: { before: toNull, after: toNull },
    keep: ["status", "reason"],
  },
  {
    table: "bulk_automations",
    key: ["id"],
    rows: (person) => names("selection_filter", person),
    erase: { selection_filter: withoutNames("selection_filter") },
    keep: [
      "kind",
      "parameters",
      "status",
      "selection_type",
      "summary",
      "failure",
      "actor_type",
      "actor_name",
      "request_id",
    ],
    isShared: true,
  },
  {
    table: "saved_views",
    key: ["id"],
    rows: (person) => sql`(${names("search", person)} or ${names("name", person)})`,
    erase: "delete",
    isShared: true,
  },
  // A body that is read after this is rendered again, from what is left.
  {
    table: "events",
    key: ["id"],
    rows: eventsOf,
    erase: { body: toNull },
    keep: ["type", "changed_fields", "facts"],
  },
  {
    table: "webhook_deliveries",
    key: ["id"],
    rows: (person) => sql`(t.endpoint_id in (
        select w.id from webhook_endpoints w where w.shop_id = ${person.shopId}::bigint)
      and t.position in (select t.position from events t where t.shop_id = ${person.shopId}::bigint and ${eventsOf(person)}))`,
    // A receiver may have echoed what it was sent.
    erase: {
      tries: () => sql`coalesce((
        select jsonb_agg(e.attempt || '{"answer": null}'::jsonb order by e.place)
        from jsonb_array_elements(t.tries) with ordinality as e (attempt, place)), '[]'::jsonb)`,
    },
    keep: ["type", "status"],
  },
  {
    table: "idempotent_calls",
    key: ["key"],
    rows: (person) => sql`(t.body is not null and (${names("body", person)}
      or exists (select from unnest(${bigints(person.subscriptionContractIds)}) as c (id)
        where position(c.id::text in t.body) > 0)))`,
    // A repeated call is answered that it was carried out and its answer is lost.
    erase: {
      body: toNull,
      headers: toNull,
      status: toNull,
      done_at: () => sql`coalesce(t.done_at, t.claimed_at)`,
    },
    // What is sealed is about webhooks, not about customers.
    keep: ["key", "fingerprint", "sealed"],
    isShared: true,
  },
  {
    table: "import_errors",
    key: ["import_id", "id"],
    rows: (person) =>
      sql`(${names("value", person)} or ${names("reason", person)} or lower(t.value) = any(${texts(
        [...person.knownAs.names, ...person.knownAs.places].map((text) => text.toLowerCase()),
      )}))`,
    erase: { value: toNull, reason: withoutNames("reason") },
    keep: ["severity", "file", "column_name"],
    isShared: true,
  },
  {
    table: "import_customers",
    key: ["import_id", "customer_id", "line"],
    rows: ofCustomer,
    erase: "delete",
  },
  {
    table: "import_contract_rows",
    key: ["import_id", "handle", "line"],
    rows: ofCustomer,
    erase: "delete",
  },
];
