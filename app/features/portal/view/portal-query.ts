import { z } from "zod";
import { idField, piecesField } from "~/features/contracts/operations/definition/form-fields";
import { PORTAL_BANNERS } from "~/features/customer-pages/texts/portal-outcomes";
import type { PortalAction } from "~db/schema/portal-settings";

/**
 * The views, without which the contract itself is shown, and the portal's switches of each; one that is on is enough.
 * Their pages: `portal-content.server.tsx`.
 */
export const SWITCHES_OF_VIEW = {
  list: [],
  reschedule: ["reschedule"],
  address: ["address"],
  frequency: ["frequency"],
  line: ["quantity", "attributes", "skip_line", "swap_line", "remove_line"],
  payment: ["payment_update", "payment_method"],
  add: ["one_time_products"],
  cancel: ["cancel"],
  reactivate: ["reactivate"],
  orders: [],
  receipt: [],
  now: ["order_now"],
  refer: [],
  swap: ["swap_line"],
  "add-line": ["add_line"],
  remove: ["remove_line"],
  plan: ["change_plan"],
  note: ["order_note"],
  pause: ["pause"],
} satisfies Record<string, readonly PortalAction[]>;
export type PortalView = keyof typeof SWITCHES_OF_VIEW;
export const PORTAL_VIEWS = Object.keys(SWITCHES_OF_VIEW) as PortalView[];

/**
 * The view that a request is for: an outdated or damaged address shows the nearest page instead of an error, so invalid
 * parameters are ignored.
 */
export const portalQuery = z.object({
  contract: idField.optional().catch(undefined),
  view: z.enum(PORTAL_VIEWS).optional().catch(undefined),
  line: z.string().max(100).optional().catch(undefined),
  /** The variant to add or swap in, and its quantity. */
  variant: idField.optional().catch(undefined),
  quantity: piecesField.catch(1),
  reason: z.string().max(100).optional().catch(undefined),
  q: z.string().trim().max(100).optional().catch(undefined),
  /** The order of the receipt. */
  order: idField.optional().catch(undefined),
  page: idField.optional().catch(undefined),
  /** What was just done, and the value that its undo takes. */
  done: z.enum(PORTAL_BANNERS).optional().catch(undefined),
  undo: z.string().max(255).optional().catch(undefined),
  /** On the referral page: whom the customer has just named. */
  to: z.string().max(2000).optional().catch(undefined),
});
export type PortalQuery = z.output<typeof portalQuery>;
