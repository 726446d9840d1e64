import type { ActivityObject } from "~/features/activity/activity-scopes";

/** Areas of the audit log, each with the objects of its actions (`<object>.<past participle>`). */
export const AUDIT_AREAS = {
  accounts: { label: "Sign-ins and accounts", objects: ["account"] },
  staff: { label: "Staff", objects: ["staff"] },
  keys: { label: "API keys and webhooks", objects: ["api_key", "webhook"] },
  customers: { label: "Customers' data", objects: ["customer"] },
  settings: {
    label: "Settings",
    objects: [
      "shop",
      "billing",
      "notices",
      "portal",
      "retention",
      "referral_programme",
      "selling_plan",
      "selling_plan_group",
    ],
  },
  catalogue: {
    label: "Bundles, codes, imports and bulk changes",
    objects: ["bundle", "discount_code", "import", "bulk_automation"],
  },
} as const satisfies Record<string, { label: string; objects: readonly ActivityObject[] }>;

export type AuditArea = keyof typeof AUDIT_AREAS;
export type AuditedObject = (typeof AUDIT_AREAS)[AuditArea]["objects"][number];
export const AUDIT_AREA_NAMES = [
  "accounts",
  "staff",
  "keys",
  "customers",
  "settings",
  "catalogue",
] as const satisfies AuditArea[];
