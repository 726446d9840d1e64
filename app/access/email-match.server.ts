import { type SQL, sql } from "drizzle-orm";
import { toEmailKey, toWrittenEmailKey } from "~/lib/email/email-address.server";
import { CUSTOMER_EMAIL_KEY } from "~db/schema/customers";

/**
 * A condition on `customers` that uses its index: customers with this e-mail, compared without case, `+tag` and the
 * script of the domain.
 */
export const hasCustomerEmail = (email: string): SQL =>
  sql`${sql.raw(CUSTOMER_EMAIL_KEY)} in (lower(${toEmailKey(email)}), lower(${toWrittenEmailKey(email)}))`;
