import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toRealAudit } from "~/access/principal";
import {
  CLOCK_STEPS,
  removeTestClock,
  stepTestClock,
} from "~/features/billing/test-clock/test-clock.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction } from "~/http/endpoint/routes.server";

const submitStep = defineEndpoint({
  operationId: "stepTestClock",
  summary: "Move the shop's test clock forward",
  method: "POST",
  access: { staff: "editor" },
  body: z.object({
    by: z.enum(CLOCK_STEPS, { error: "Choose how far." }),
    seenTarget: z.union([z.literal(""), z.iso.datetime()], { error: "Load the page again." }),
  }),
  handler: async ({ principal, body, context }) => {
    await stepTestClock(principal.shop, body, toRealAudit(principal, context));
    return redirect("/admin?done=clock", 303);
  },
});

const submitReal = defineEndpoint({
  operationId: "dropTestClock",
  summary: "Return the shop to the real clock",
  method: "POST",
  access: { staff: "editor" },
  handler: async ({ principal, context }) => {
    await removeTestClock(principal.shop, toRealAudit(principal, context));
    return redirect("/admin?done=real_clock", 303);
  },
});

/** Forms of the home page of a shop on the test gateway, chosen by the parameter `intent`. */
export const testClockAction = pageAction({ step: submitStep, real: submitReal });
