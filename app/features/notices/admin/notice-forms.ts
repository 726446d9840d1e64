import { z } from "zod";
import type { NoticeSettings } from "~/features/notice-settings/notice-settings";
import { isWritten, type NoticeKind, type WrittenKind } from "~/features/notice-settings/rules/notice-kinds";
import { findUnknownVariables, toParagraphs } from "~/features/notice-settings/rules/notice-template";
import { NOTICE_KINDS } from "~db/schema/notice-enums";

const DAYS = "Use 1 to 30 days.";

/** The form of the notices' settings: a box a notice. */
export const noticeSettingsForm = z
  .object({
    upcomingDays: z.coerce.number({ error: DAYS }).int(DAYS).min(1, DAYS).max(30, DAYS),
    updatedAt: z.string().default(""),
  })
  .catchall(z.unknown())
  .transform(({ upcomingDays, updatedAt, ...boxes }) => ({
    upcomingDays,
    seen: updatedAt,
    mailKinds: NOTICE_KINDS.filter((kind) => Boolean(boxes[toBox(kind)])),
  }));

const toBox = (kind: NoticeKind): string => `mail-${kind}`;

export const toSettingsFields = ({ mailKinds, upcomingDays }: NoticeSettings): Record<string, string> => ({
  upcomingDays: String(upcomingDays),
  ...Object.fromEntries(NOTICE_KINDS.map((kind) => [toBox(kind), mailKinds.includes(kind) ? "on" : ""])),
});

export const writtenKind = z.enum(NOTICE_KINDS.filter(isWritten));

const MOST_SUBJECT = 200;
const MOST_BODY = 5000;

/** A notice's words as they are typed. @returns complaints by field; none when they may be saved */
export function findWordMistakes(
  kind: WrittenKind,
  words: { subject: string; body: string },
): { field: "subject" | "body"; detail: string }[] {
  const mistakes: ReturnType<typeof findWordMistakes> = [];
  const most = { subject: MOST_SUBJECT, body: MOST_BODY };
  for (const field of ["subject", "body"] as const) {
    const text = words[field];
    if (toParagraphs(text).length === 0) mistakes.push({ field, detail: "Write something." });
    if (text.length > most[field]) mistakes.push({ field, detail: `Use at most ${most[field]} characters.` });
    for (const name of findUnknownVariables(kind, text))
      mistakes.push({ field, detail: `This notice has no variable called “${name}”.` });
  }
  return mistakes;
}
