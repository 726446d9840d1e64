import { z } from "zod";
import { idField, piecesField } from "~/features/contracts/operations/form-fields";
import { PORTAL_BANNERS } from "~/features/customer-pages/texts/portal-outcomes";

/** Views of one contract; without one the contract itself is shown. */
export const PORTAL_VIEWS = [
  "list",
  "reschedule",
  "address",
  "frequency",
  "line",
  "payment",
  "add",
  "cancel",
  "reactivate",
  "orders",
  "receipt",
  "now",
  "refer",
  "swap",
  "add-line",
  "remove",
  "plan",
  "note",
  "pause",
] as const;
export type PortalView = (typeof PORTAL_VIEWS)[number];

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
  undo: z.string().max(100).optional().catch(undefined),
  /** On the referral page: whom the customer has just named. */
  to: z.string().max(2000).optional().catch(undefined),
});
export type PortalQuery = z.output<typeof portalQuery>;
