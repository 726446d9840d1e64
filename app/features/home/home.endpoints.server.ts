import { hasRole } from "~/access/principal";
import { findClockView } from "~/features/billing/test-clock/test-clock.service.server";
import { staffPage } from "~/http/endpoint/staff-page.server";
import { readHome } from "./home.service.server";

export const homeLoader = staffPage("readHome", "viewer", {
  handler: async ({ principal: { shop, role }, context }) => {
    const [home, clock] = await Promise.all([
      readHome(shop, context.now),
      findClockView(shop, context.receivedAt),
    ]);
    return { ...home, clock, mayEdit: hasRole(role, "editor") };
  },
});
