import { z } from "zod";
import { updateStaffAccount } from "~/features/staff/staff.repo.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction } from "~/http/endpoint/routes.server";

const submitShortcuts = defineEndpoint({
  operationId: "setShortcuts",
  summary: "Whether keys work by themselves in the admin, for the person signed in",
  method: "POST",
  access: { staff: "viewer" },
  body: z.object({ hasShortcuts: z.enum(["true", "false"]) }),
  handler: async ({ principal, body }) => {
    const hasShortcuts = body.hasShortcuts === "true";
    await updateStaffAccount(principal.staffId, { hasShortcuts });
    return { hasShortcuts };
  },
});

export const shortcutsAction = pageAction({ set: submitShortcuts });
