import { type StaffPrincipal, toAudit } from "~/access/principal";
import type { RequestContext } from "~/http/request/request-context.server";

/** For what somebody changes of their own account: sessions, passwords and codes use the real clock. */
export const toOwnAudit = (principal: StaffPrincipal, context: RequestContext) => ({
  ...toAudit(principal, context, context.receivedAt),
  address: context.clientAddress,
});
