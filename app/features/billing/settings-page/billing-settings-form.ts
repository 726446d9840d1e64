import { z } from "zod";
import type { BillingSettings } from "~/features/billing/settings/billing-settings";
import { END_ACTIONS } from "~db/schema/charge-enums";
import { readPhases, toPhaseFields, toRetryDays } from "./retry-phases";

const endAction = z.enum(END_ACTIONS, { error: "Choose what happens in the end." });

const fields = z
  .object({
    billingHour: z.coerce
      .number({ error: "Choose an hour." })
      .int("Choose an hour.")
      .min(0, "Choose an hour.")
      .max(23, "Choose an hour."),
    endAction,
    stockEndAction: endAction,
    version: z.string().default(""),
  })
  .catchall(z.unknown());

/**
 * Rows of a plan in the whole form: checked even if another field is wrong, so that all errors are reported at once.
 */
const plan = (name: "retry" | "stock") =>
  z.unknown().transform((form, context) => {
    const given = (typeof form === "object" && form !== null ? form : {}) as Record<string, unknown>;
    const { phases, problems } = readPhases(name, (field) => String(given[field] ?? ""));
    for (const problem of problems)
      context.issues.push({ code: "custom", input: form, path: [problem.name], message: problem.message });
    return toRetryDays(phases);
  });

/** The form of the billing settings: phases of tries become days after the first failure. */
export const billingSettingsForm = z
  .unknown()
  .transform((form, context): { settings: BillingSettings; version: string } => {
    const [main, retry, stock] = [fields, plan("retry"), plan("stock")].map((schema) =>
      schema.safeParse(form),
    );
    for (const part of [main, retry, stock])
      for (const issue of part?.error?.issues ?? [])
        context.issues.push({ code: "custom", input: form, path: issue.path, message: issue.message });
    if (!main?.success || !retry?.success || !stock?.success) return z.NEVER;
    const { billingHour, endAction, stockEndAction, version } = main.data as z.output<typeof fields>;
    return {
      settings: {
        billingHour,
        retries: { days: retry.data as number[], endAction },
        stockRetries: { days: stock.data as number[], endAction: stockEndAction },
      },
      version,
    };
  });

/** The settings as the form's fields. */
export const toBillingFields = ({ billingHour, retries, stockRetries }: BillingSettings) => ({
  billingHour: String(billingHour),
  endAction: retries.endAction as string,
  stockEndAction: stockRetries.endAction as string,
  ...toPhaseFields("retry", retries.days),
  ...toPhaseFields("stock", stockRetries.days),
});
