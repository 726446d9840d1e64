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
} as const satisfies Record<string, { label: string; objects: readonly ActivityObject[] }>;

export type AuditArea = keyof typeof AUDIT_AREAS;
export const AUDIT_AREA_NAMES = [
  "accounts",
  "staff",
  "keys",
  "customers",
  "settings",
] as const satisfies AuditArea[];
