import { toActionText } from "~/features/contracts/contract-labels";
import { formatCount } from "~/lib/format";

/** Parameters of the contract list (operation 1), as they stand in its address. */
export type ListParameters = Record<string, string>;

export const toListHref = (parameters: ListParameters): string =>
  `/admin/contracts?${new URLSearchParams(parameters)}`;

/** The lists behind the numbers of the home page. Count and link both come from here, so they cannot differ. */
export function toHomeLists(week: { from: Date; to: Date }) {
  return {
    dueSoon: {
      status: "ACTIVE",
      fromNextDate: week.from.toISOString(),
      toNextDate: week.to.toISOString(),
    },
    failedPayments: { lastPaymentStatus: "FAILED" },
    deletedProducts: { havingProductsDeletedFromStore: "true" },
    bouncedMail: { emailBouncedOrFailed: "true" },
  } satisfies Record<string, ListParameters>;
}

/** A number of the home page: the count of its list, and the list's address. */
export type HomeNumber = { count: number; isEstimate: boolean; href: string };

export type HomeActivity = {
  id: number;
  action: string;
  actorType: string;
  actorName: string;
  createdAt: Date;
  /** Wire id of the changed contract, and its customer; null for the shop's settings, keys and the like. */
  subscriptionContractId: number | null;
  customerName: string | null;
  /**
   * The finished import and the number of contracts it brought; null for other entries, and for an import without a
   * contracts file.
   */
  importId: number | null;
  contractsImported: number | null;
};

/** The result of an import in one line. @param contracts null when it had no contracts file */
export const toImportText = (contracts: number | null): string =>
  contracts === null
    ? "Catalogue and customers"
    : `${formatCount(contracts)} ${contracts === 1 ? "contract" : "contracts"}`;

/** The text of an entry, to be followed by the customer's name. */
export function toNewsText({ action, contractsImported }: HomeActivity): string {
  if (action === "import.completed") return `${toImportText(contractsImported)} imported`;
  if (action === "import.failed" && contractsImported)
    return `Import failed after ${toImportText(contractsImported)}`;
  return toActionText(action);
}

/**
 * Merges consecutive entries of the same actor and change into one with the number of the others: a bulk change writes
 * thousands.
 */
export function collapseActivity(entries: HomeActivity[]): (HomeActivity & { more: number })[] {
  const collapsed: (HomeActivity & { more: number })[] = [];
  for (const entry of entries) {
    const last = collapsed.at(-1);
    const isSame =
      last?.action === entry.action &&
      last.actorType === entry.actorType &&
      last.actorName === entry.actorName &&
      last.subscriptionContractId !== null &&
      entry.subscriptionContractId !== null;
    if (last && isSame) last.more++;
    else collapsed.push({ ...entry, more: 0 });
  }
  return collapsed;
}
