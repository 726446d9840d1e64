import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toOwnAudit } from "~/features/staff/own-audit";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from "./second-factor.service.server";

const PAGE = "/admin/account/two-step";
/** Also for staff whom the shop keeps out until they have one. */
const access = { staff: "viewer", staffWithoutSecondFactor: true, staffOfClosedShop: true } as const;

const password = z
  .string("Enter your password.")
  .min(1, "Enter your password.")
  .max(1000, "At most 1,000 characters.");

const readPage = defineEndpoint({
  operationId: "readSecondFactor",
  summary: "Whether signing in takes a code, and what an app needs to make them",
  method: "GET",
  access,
  handler: async ({ principal: { staffId, email, lacksSecondFactor, shop } }) => ({
    ...(await readSecondFactor(staffId, email)),
    requiredBy: lacksSecondFactor ? shop.name : null,
  }),
});

const submitBegin = defineEndpoint({
  operationId: "beginSecondFactor",
  summary: "A secret for an authenticator app",
  method: "POST",
  access,
  body: z.object({ password }),
  handler: async ({ principal, body, context }): Promise<never> => {
    await beginSecondFactor(principal, body.password, toOwnAudit(principal, context));
    throw redirect(PAGE, 303);
  },
});

type Shown = { codes: string[] };

const submitConfirmation = defineEndpoint({
  operationId: "confirmSecondFactor",
  summary: "The app's first code; answers recovery codes, shown this once",
  method: "POST",
  access,
  body: z.object({
    factorCode: z
      .string("Enter the code.")
      .transform((code) => code.replaceAll(/\s/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, "Enter the six digits that the app shows.")),
  }),
  handler: async ({ principal, body, context }): Promise<Shown> => ({
    codes: await confirmSecondFactor(principal.staffId, body.factorCode, toOwnAudit(principal, context)),
  }),
});

const submitRenewal = defineEndpoint({
  operationId: "renewRecoveryCodes",
  summary: "Ten other recovery codes, shown this once",
  method: "POST",
  access,
  body: z.object({ password }),
  handler: async ({ principal, body, context }): Promise<Shown> => ({
    codes: await renewRecoveryCodes(principal, body.password, toOwnAudit(principal, context)),
  }),
});

const submitOff = defineEndpoint({
  operationId: "turnOffSecondFactor",
  summary: "Sign in by the password alone again",
  method: "POST",
  access,
  body: z.object({ password }),
  handler: async ({ principal, body, context }): Promise<never> => {
    await turnOffSecondFactor(principal, body.password, toOwnAudit(principal, context));
    throw redirect("/admin/account?done=two_step_off", 303);
  },
});

export const secondFactorLoader = pageLoader(readPage);
export const secondFactorAction = pageAction<Shown>({
  begin: submitBegin,
  confirm: submitConfirmation,
  renew: submitRenewal,
  off: submitOff,
});
