import type { Principal } from "~/access/principal";
import type { PortalAction } from "~db/schema/portal-settings";
import { requirePortalAction } from "./portal-settings";
import { readPortalSettings } from "./portal-settings.repo.server";

/**
 * For operations that merchant and customer share: actions that the shop has switched off in its portal are refused to
 * customers; staff and API keys pass.
 * @throws ProblemError switched_off
 */
export async function requireOfferedTo(principal: Principal, action: PortalAction): Promise<void> {
  if (principal.kind === "customer") requirePortalAction(await readPortalSettings(principal.shop.id), action);
}
