import type { StaffRole } from "~/access/principal";
import { listAdminPages } from "./admin-pages";

/** Maximum time between two keys of a combination. */
export const PAIR_MS = 1500;

export type KeyStep =
  | { does: "nothing" }
  | { does: "wait" }
  | { does: "search" }
  | { does: "help" }
  | { does: "go"; to: string };

/** What a key is for, alone or after a "g" that waits for it: then it leads to a page that the role may open. */
export function toKeyStep(key: string, isAfterG: boolean, role: StaffRole): KeyStep {
  if (isAfterG) {
    const page = listAdminPages(role).find((each) => each.key === key);
    return page ? { does: "go", to: page.to } : { does: "nothing" };
  }
  if (key === "g") return { does: "wait" };
  if (key === "/") return { does: "search" };
  return key === "?" ? { does: "help" } : { does: "nothing" };
}
