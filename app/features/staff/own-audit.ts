import { type StaffPrincipal, toRealAudit } from "~/access/principal";
import type { RequestContext } from "~/http/request/request-context.server";

/** For changes of one's own account: sessions, passwords and codes use the real clock. */
export const toOwnAudit = (principal: StaffPrincipal, context: RequestContext) => ({
  ...toRealAudit(principal, context),
  address: context.clientAddress,
});
