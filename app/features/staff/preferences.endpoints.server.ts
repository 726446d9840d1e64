import { z } from "zod";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffForm } from "~/http/endpoint/staff-page.server";
import { updateStaffAccount } from "./staff.repo.server";

export const shortcutsAction = pageAction({
  /** Whether keys work by themselves in the admin, for the person signed in. */
  set: staffForm("setShortcuts", "viewer", {
    body: z.object({ hasShortcuts: z.enum(["true", "false"]) }),
    handler: async ({ principal, body }) => {
      const hasShortcuts = body.hasShortcuts === "true";
      await updateStaffAccount(principal.staffId, { hasShortcuts });
      return { hasShortcuts };
    },
  }),
});
