import type { MAIL_KINDS } from "~db/schema/mails";

export type MailKind = (typeof MAIL_KINDS)[number];
