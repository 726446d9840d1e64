/** Where "g" and a letter lead, in the order of the navigation. */
export const JUMPS = [
  { key: "h", to: "/admin", label: "Home" },
  { key: "c", to: "/admin/contracts", label: "Contracts" },
  { key: "n", to: "/admin/contracts/new", label: "New contract", least: "editor" },
  { key: "o", to: "/admin/orders", label: "Orders" },
  { key: "u", to: "/admin/customers", label: "Customers" },
  { key: "i", to: "/admin/insights", label: "Insights" },
  { key: "b", to: "/admin/bulk-automations", label: "Bulk changes" },
  { key: "d", to: "/admin/discounts", label: "Discount codes" },
  { key: "p", to: "/admin/portal", label: "Portal" },
  { key: "l", to: "/admin/selling-plans", label: "Selling plans" },
  { key: "s", to: "/admin/settings", label: "Settings" },
] as const;

/** Maximum time between two keys of a combination. */
export const PAIR_MS = 1500;

export type KeyStep =
  | { does: "nothing" }
  | { does: "wait" }
  | { does: "search" }
  | { does: "help" }
  | { does: "go"; to: string };

/** What a key is for, alone or after a "g" that waits for it. */
export function toKeyStep(key: string, isAfterG: boolean): KeyStep {
  if (isAfterG) {
    const jump = JUMPS.find((each) => each.key === key);
    return jump ? { does: "go", to: jump.to } : { does: "nothing" };
  }
  if (key === "g") return { does: "wait" };
  if (key === "/") return { does: "search" };
  return key === "?" ? { does: "help" } : { does: "nothing" };
}
