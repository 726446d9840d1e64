import type { StaffRole } from "~/access/principal";

/** Descriptions of the roles, for pages and mails. Each endpoint declares its own check (`access`). */
export const ROLE_DETAILS: Record<StaffRole, { article: string; may: string }> = {
  viewer: {
    article: "a viewer",
    may: "Viewers see contracts, orders, customers and numbers, and change nothing.",
  },
  editor: { article: "an editor", may: "Editors change contracts, orders, bundles, discounts and texts." },
  owner: { article: "an owner", may: "Owners also manage staff, API keys, webhooks and settings." },
};
