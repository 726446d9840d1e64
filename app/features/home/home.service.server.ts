import type { PrincipalShop } from "~/access/principal";
import { toOrdersHref } from "~/features/billing/orders-admin/order-list-url";
import { countHeldOrders } from "~/features/billing/orders-admin/order-rows.repo.server";
import { contractListQuery } from "~/features/contracts/list/contract-list.schema";
import {
  countContracts,
  countContractsByStatus,
} from "~/features/contracts/list/contract-list.service.server";
import { toDaySpan } from "~/lib/shop-calendar.server";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { collapseActivity, type HomeNumber, type ListParameters, toHomeLists, toListHref } from "./home";
import {
  findImportProgress,
  listLatestActivity,
  listRecentImports,
  sumOrderAmounts,
} from "./home.repo.server";

const SHOWN_ACTIVITIES = 8;
/** Number of entries searched for runs of the same change. */
const READ_ACTIVITIES = 100;

/** Numbers and news of the home page at `now`. */
export async function readHome(shop: PrincipalShop, now: Date) {
  const lists = toHomeLists(toDaySpan(now, shop.timeZone, 7));
  const due = contractListQuery.parse(lists.dueSoon);
  const [
    statuses,
    dueSoon,
    dueAmounts,
    failedPayments,
    deletedProducts,
    bouncedMail,
    held,
    imports,
    activity,
  ] = await Promise.all([
    countContractsByStatus(shop, { filters: {} }),
    countList(shop, lists.dueSoon),
    sumOrderAmounts(shop.id, due.filters),
    countList(shop, lists.failedPayments),
    countList(shop, lists.deletedProducts),
    countList(shop, lists.bouncedMail),
    countHeldOrders(shop.id),
    listRecentImports(shop.id, 5),
    listLatestActivity(shop.id, READ_ACTIVITIES),
  ]);
  const byStatus = CONTRACT_STATUSES.map((status) => ({
    status,
    count: statuses[status].count,
    href: toListHref({ status }),
  }));
  const total = byStatus.reduce((sum, { count }) => sum + count, 0);
  return {
    now,
    total,
    byStatus,
    dueSoon: { ...dueSoon, amounts: dueAmounts },
    failedPayments,
    deletedProducts,
    bouncedMail,
    heldOrders: { ...held, href: HELD_HREF },
    imports,
    activity: collapseActivity(activity).slice(0, SHOWN_ACTIVITIES),
    firstSteps: total === 0 ? await findImportProgress(shop.id) : null,
  };
}

const HELD_HREF = toOrdersHref({ tab: "held", filters: {}, sort: null, cursor: null });

/** Uses the list's own total: exact up to 10,000, an estimate beyond. */
async function countList(shop: PrincipalShop, parameters: ListParameters): Promise<HomeNumber> {
  const total = await countContracts(shop, contractListQuery.parse(parameters));
  return {
    count: total.count,
    isEstimate: total.precision === "estimate",
    href: toListHref(parameters),
  };
}
