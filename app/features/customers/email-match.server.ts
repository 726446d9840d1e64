import { type SQL, sql } from "drizzle-orm";
import { toEmailKey, toWrittenEmailKey } from "~/lib/email-address.server";
import { CUSTOMER_EMAIL_KEY } from "~db/schema/customers";

/**
 * A condition on `customers`, by its index: who has this e-mail, however its case, `+tag` and the script of its domain
 * are written here or there.
 */
export const hasCustomerEmail = (email: string): SQL =>
  sql`${sql.raw(CUSTOMER_EMAIL_KEY)} in (lower(${toEmailKey(email)}), lower(${toWrittenEmailKey(email)}))`;
