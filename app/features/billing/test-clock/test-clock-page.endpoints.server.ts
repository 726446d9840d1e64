import { z } from "zod";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange } from "~/http/endpoint/staff-page.server";
import { CLOCK_STEPS, removeTestClock, stepTestClock } from "./test-clock.service.server";

/** Forms of the home page of a shop on the test gateway, chosen by the parameter `intent`. */
export const testClockAction = pageAction({
  step: staffChange("stepTestClock", "editor", {
    body: z.object({
      by: z.enum(CLOCK_STEPS, { error: "Choose how far." }),
      seenTarget: z.union([z.literal(""), z.iso.datetime()], { error: "Load the page again." }),
    }),
    done: "/admin?done=clock",
    handler: ({ principal, body, realAudit }) => stepTestClock(principal.shop, body, realAudit),
  }),
  real: staffChange("dropTestClock", "editor", {
    done: "/admin?done=real_clock",
    handler: ({ principal, realAudit }) => removeTestClock(principal.shop, realAudit),
  }),
});
