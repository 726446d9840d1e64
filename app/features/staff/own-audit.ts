import { type StaffPrincipal, toRealAudit } from "~/access/principal";
import type { Audit } from "~/features/activity/activity";
import type { RequestContext } from "~/http/request/request-context.server";
import type { RealTime } from "~/lib/clocks";

/** Who changes something of their own account, at which real time and from where. */
export type OwnAudit = Audit<RealTime> & { address: string };

/** For changes of one's own account: sessions, passwords and codes use the real clock. */
export const toOwnAudit = (principal: StaffPrincipal, context: RequestContext): OwnAudit => ({
  ...toRealAudit(principal, context),
  address: context.clientAddress,
});
