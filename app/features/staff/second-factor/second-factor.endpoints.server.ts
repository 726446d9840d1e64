import { z } from "zod";
import { toOwnAudit } from "~/features/staff/own-audit";
import { pageAction } from "~/http/endpoint/routes.server";
import { alsoKeptOut, staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "./second-factor.service.server";

const PAGE = "/admin/account/two-step";

const password = z
  .string("Enter your password.")
  .min(1, "Enter your password.")
  .max(1000, "At most 1,000 characters.");

type Shown = { codes: string[] };

/** Whether signing in takes a code, and what an app needs to make them. */
export const secondFactorLoader = staffPage("readSecondFactor", "viewer", {
  ...alsoKeptOut,
  handler: async ({ principal: { staffId, email, lacksSecondFactor, shop } }) => ({
    ...(await readSecondFactor(staffId, email)),
    requiredBy: lacksSecondFactor ? shop.name : null,
  }),
});

export const secondFactorAction = pageAction<Shown>({
  begin: staffChange("beginSecondFactor", "viewer", {
    ...alsoKeptOut,
    body: z.object({ password }),
    done: PAGE,
    handler: ({ principal, body, context }) =>
      beginSecondFactor(principal, body.password, toOwnAudit(principal, context)),
  }),
  /** The app's first code; answers recovery codes, shown this once. */
  confirm: staffForm("confirmSecondFactor", "viewer", {
    ...alsoKeptOut,
    body: z.object({
      factorCode: z
        .string("Enter the code.")
        .transform((code) => code.replaceAll(/\s/g, ""))
        .pipe(z.string().regex(/^\d{6}$/, "Enter the six digits that the app shows.")),
    }),
    handler: async ({ principal, body, context }): Promise<Shown> => ({
      codes: await confirmSecondFactor(principal.staffId, body.factorCode, toOwnAudit(principal, context)),
    }),
  }),
  /** Ten other recovery codes, shown this once. */
  renew: staffForm("renewRecoveryCodes", "viewer", {
    ...alsoKeptOut,
    body: z.object({ password }),
    handler: async ({ principal, body, context }): Promise<Shown> => ({
      codes: await renewRecoveryCodes(principal, body.password, toOwnAudit(principal, context)),
    }),
  }),
  off: staffChange("turnOffSecondFactor", "viewer", {
    ...alsoKeptOut,
    body: z.object({ password }),
    done: "/admin/account?done=two_step_off",
    handler: ({ principal, body, context }) =>
      turnOffSecondFactor(principal, body.password, toOwnAudit(principal, context)),
  }),
});
