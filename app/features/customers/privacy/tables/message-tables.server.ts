import { sql } from "drizzle-orm";
import { KINDS_TO_FRIENDS } from "~/features/mail/mail-kind";
import { ERASED_NAME } from "./erased-name";
import { ofContracts, ofCustomer, type Person, type TableRule, texts } from "./table-rule.server";

/**
 * Mails to this address that belong to no customer. Customers and staff may share it, but mails written to them are
 * theirs.
 */
const asFriend = ({ knownAs: { emails } }: Person) => sql`(t.customer_id is null
  and t.kind = any(${texts(KINDS_TO_FRIENDS)}) and lower(t.recipient) = any(${texts(emails)}))`;

/** Messages to the customer, or to staff about their contracts, and their ways to sign in. */
export const MESSAGE_TABLES: TableRule[] = [
  {
    table: "portal_tokens",
    key: ["id"],
    rows: ofCustomer,
    isAtOnce: true,
    erase: {
      issued_by_name: () =>
        sql`case t.issued_by_type when 'customer' then ${ERASED_NAME}::text else t.issued_by_name end`,
      revoked_at: ({ at }) => sql`coalesce(t.revoked_at, ${at.toISOString()}::timestamptz)`,
    },
    keep: ["id", "kind", "issued_by_type"],
    secret: ["id"],
    shown: { issued_by_name: () => sql`case t.issued_by_type when 'customer' then t.issued_by_name end` },
  },
  {
    table: "portal_returns",
    key: ["code_hash"],
    rows: ofCustomer,
    isAtOnce: true,
    erase: "delete",
    secret: ["code_hash", "token_id"],
  },
  {
    table: "mails",
    key: ["id"],
    rows: (person) => sql`(${ofCustomer(person)} or ${ofContracts(person)} or ${asFriend(person)})`,
    erase: "delete",
    // The text may contain a link that signs its reader in.
    secret: ["text", "html", "return_code", "unsubscribe_url"],
    shown: {
      recipient: (person) => sql`case when ${ofCustomer(person)} or ${asFriend(person)} then t.recipient end`,
    },
  },
  {
    table: "text_messages",
    key: ["id"],
    // Not by phone number: those without a customer are tests that staff send to any number.
    rows: (person) => sql`(${ofCustomer(person)} or ${ofContracts(person)})`,
    erase: "delete",
    shown: { recipient: (person) => sql`case when ${ofCustomer(person)} then t.recipient end` },
  },
  {
    table: "notices",
    key: ["id"],
    rows: ofCustomer,
    erase: {},
    keep: ["kind", "channel", "state", "reason", "cause"],
  },
  { table: "notice_opt_outs", key: ["customer_id"], rows: ofCustomer, erase: {} },
];
