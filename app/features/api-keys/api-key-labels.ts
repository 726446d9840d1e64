import type { ApiArea } from "~/access/api-scopes";

/** Names of the areas in the admin, and what they contain beyond the name. */
export const AREA_LABELS: Record<ApiArea, { label: string; holds: string }> = {
  contracts: { label: "Contracts", holds: "Also customers, portal links and analytics." },
  orders: { label: "Orders", holds: "Also charging, refunds and one-time products." },
  bundles: { label: "Bundles", holds: "What is in them and what they cost." },
  bulk: { label: "Bulk changes", holds: "Of any contracts of the shop." },
  webhooks: { label: "Webhooks", holds: "Also the stream of events, which covers all areas." },
  settings: { label: "Settings", holds: "Selling plans, the test gateway and the history of settings." },
};

const isArea = (text: string): text is ApiArea => text in AREA_LABELS;

const listAreas = (scopes: readonly string[], level: string): string =>
  scopes
    .flatMap((scope) => {
      const [area = "", of] = scope.split(":");
      return of === level && isArea(area) ? [AREA_LABELS[area].label] : [];
    })
    .join(", ");

/** What a key may do, one line per level: `Read: Contracts, Orders`. */
export function toScopeLines(scope: "read" | "write", areas: readonly string[] | null): string[] {
  const all = scope === "write" ? "Read and write" : "Read";
  if (areas === null) return [all];
  return (["Read and write", "Read"] as const).flatMap((access) => {
    const listed = listAreas(areas, access === "Read" ? "read" : "write");
    return listed === "" ? [] : [`${access}: ${listed}`];
  });
}
