import type { WrittenKind } from "~/features/notice-settings/rules/notice-kinds";

/** What a notice says: variables in double braces, paragraphs with an empty line between them. */
export type NoticeWords = { subject: string; body: string };

/** Our own words of the notices in one language, and what stands around them. A text that is missing does not compile. */
export type NoticeTexts = Record<WrittenKind, NoticeWords> & {
  /** Of the button that leads to the portal. */
  button: string;
  /** Below a reminder: where it is turned off. */
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
