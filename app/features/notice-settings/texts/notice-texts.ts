import type { NoticeChannel, NoticeKind } from "~/features/notice-settings/rules/notice-kinds";
import type { PortalLanguage } from "~db/schema/portal-settings";

/**
 * Text of a notice: variables in double braces, paragraphs separated by an empty line. A text message has no subject.
 */
export type NoticeTemplate = { subject: string | null; body: string };

/** Identifies a text: of a notice, in a channel and a language. */
export type TemplateKey = { kind: NoticeKind; channel: NoticeChannel; language: PortalLanguage };

/** Our own texts of the notices in one language, and those around them. A missing text does not compile. */
export type NoticeTexts = Record<
  Exclude<NoticeKind, "portal_link">,
  { subject: string; body: string; sms: string }
> & {
  /** By mail only: its button signs its reader in. */
  portal_link: { subject: string; body: string };
  /** Of the button that opens the portal. */
  button: string;
  /** Below a reminder: the link that turns it off. */
  unsubscribe: string;
  /** The page that turns reminders off. */
  stopping: {
    title: string;
    text(shop: string): string;
    button: string;
    done(shop: string): string;
    again: string;
  };
};
