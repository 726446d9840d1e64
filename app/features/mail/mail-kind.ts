import type { MAIL_KINDS } from "~db/schema/mails";

/** What a mail is about. */
export type MailKind = (typeof MAIL_KINDS)[number];
