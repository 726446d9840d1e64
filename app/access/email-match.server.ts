import { type SQL, sql } from "drizzle-orm";
import { toEmailKey, toInbox, withWrittenDomain } from "~/lib/email/email-address.server";
import { CUSTOMER_EMAIL_KEY, customers } from "~db/schema/customers";

/**
 * A condition on `customers` that uses its index: customers with this e-mail, compared without case, `+tag` and the
 * script of the domain.
 */
export const hasCustomerEmail = (email: string): SQL =>
  sql`${sql.raw(CUSTOMER_EMAIL_KEY)} in (lower(${toEmailKey(email)}), lower(${withWrittenDomain(toEmailKey(email))}))`;

/**
 * A condition on `customers` that uses its index: customers with this inbox, compared without case and the script of the
 * domain. Also as given, since letters can be composed in two ways.
 */
export const hasCustomerInbox = (email: string): SQL =>
  sql`lower(${customers.email}) in (lower(${email}), lower(${toInbox(email)}), lower(${withWrittenDomain(toInbox(email))}))`;
