import type { RealTime, ShopTime } from "~/lib/clocks";
import type { GATEWAYS } from "~db/schema/charge-enums";
import type { PortalLanguage } from "~db/schema/portal-settings";
import type { NeededScopes } from "./api-scopes";

/** The shop as every principal carries it, so that no handler looks it up again. */
export type PrincipalShop = {
  id: number;
  storeDomain: string;
  publicDomain: string | null;
  name: string;
  portalPath: string;
  timeZone: string;
  currencyCode: string;
  gateway: (typeof GATEWAYS)[number];
  /** Null: it is open. Whoever acts for customers or keys asks `requireOpen`. */
  closedAt: Date | null;
};

export const STAFF_ROLES = ["viewer", "editor", "owner"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export type ApiKeyPrincipal = {
  kind: "api_key";
  shop: PrincipalShop;
  keyId: number;
  name: string;
  /** All its scopes (`toGrantedScopes`). */
  scopes: ReadonlySet<string>;
};
export type StaffPrincipal = {
  kind: "staff";
  shop: PrincipalShop;
  sessionId: string;
  /** The shop requires a second factor, and they have none: until then they can only set one up. */
  lacksSecondFactor: boolean;
  staffId: number;
  name: string;
  email: string;
  role: StaffRole;
  /** Their own choices: columns of the contract list (null: the default), and whether shortcut keys work. */
  contractColumns: string[] | null;
  hasShortcuts: boolean;
  /** Whether they work in other shops, too. */
  hasOtherShops: boolean;
};
/** A customer of the shop, by portal token or by the platform's signed proxy request (wire.md §1 "Customer authentication"). */
export type CustomerPrincipal = {
  kind: "customer";
  shop: PrincipalShop;
  /** The platform's customer id. */
  customerId: number;
  /** Their name in activity rows: first and last name, else the e-mail. */
  name: string;
  /** The language they last read the portal in; null: unknown. */
  language: PortalLanguage | null;
};
type PublicPrincipal = { kind: "public" };

/** Who calls: one type for pages and JSON alike. */
export type Principal = ApiKeyPrincipal | StaffPrincipal | CustomerPrincipal | PublicPrincipal;

/** Who may call an endpoint: the least scope or role that suffices. Kinds of callers not listed may not call. */
export type Access = {
  /** What a key needs; an endpoint's areas are declared only here. */
  apiKey?: NeededScopes;
  staff?: StaffRole;
  /** Also for staff without the second factor that the shop requires. */
  staffWithoutSecondFactor?: true;
  /** Also for staff of a closed shop. */
  staffOfClosedShop?: true;
  customer?: true;
  public?: true;
};

export const hasRole = (actual: StaffRole, least: StaffRole): boolean =>
  STAFF_ROLES.indexOf(actual) >= STAFF_ROLES.indexOf(least);

type PrincipalFor<A extends Access> =
  | (A["apiKey"] extends NeededScopes ? ApiKeyPrincipal : never)
  | (A["staff"] extends StaffRole ? StaffPrincipal : never)
  | (A["customer"] extends true ? CustomerPrincipal : never)
  | (A["public"] extends true ? PublicPrincipal : never);

export type { PrincipalFor };

/**
 * What a write records besides the change (activity rows): who, in which request, from where, and when, by the shop's
 * clock. Network addresses of customers are not recorded.
 */
export const toAudit = (principal: Caller, context: AuditContext & { now: ShopTime }) =>
  toAuditAt(principal, context, context.now);

/** The same by the real clock, for sessions, keys, links and whatever else must not depend on a test clock. */
export const toRealAudit = (principal: Caller, context: AuditContext & { receivedAt: RealTime }) =>
  toAuditAt(principal, context, context.receivedAt);

type Caller = ApiKeyPrincipal | StaffPrincipal | CustomerPrincipal;
type AuditContext = { requestId: string; clientAddress?: string };

const toAuditAt = <Time extends Date>(
  principal: Caller,
  { requestId, clientAddress }: AuditContext,
  now: Time,
) => ({
  actor: toActor(principal),
  requestId,
  now,
  ...(principal.kind !== "customer" && { address: clientAddress }),
});

/** Actor of an activity row (design.md "Data rules"). */
export function toActor(principal: Caller): {
  type: "api_key" | "staff" | "customer";
  name: string;
} {
  return { type: principal.kind, name: principal.name };
}
