import { z } from "zod";
import { MAX_LINE_OF_TEXT, MAX_NOTE } from "~/lib/limits";

const text = (most: number) =>
  z
    .string("Use text.")
    .trim()
    .max(most, `Use at most ${most.toLocaleString("en")} characters.`)
    .optional();

/** Why a contract is cancelled, by anybody: a reason from a list or in one line, and a note. */
export const cancellationSchema = z.object({ reason: text(MAX_LINE_OF_TEXT), feedback: text(MAX_NOTE) });

export type Cancellation = z.output<typeof cancellationSchema>;
