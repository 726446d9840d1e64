import { orderListPageLoader } from "~/features/billing/orders-admin/order-list-page.endpoints.server";
import type { OrderListPage } from "~/features/billing/orders-admin/order-list-page.service.server";
import { contractListPageLoader } from "~/features/contract-list/contract-list-page.endpoints.server";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { customerListLoader } from "~/features/customers/list-page/customer-list-page.endpoints.server";
import { referralsLoader } from "~/features/referrals/admin/referral-admin.endpoints.server";
import { ask, pageRequest } from "../support/calls/pages";

/** What an admin list opened from a number shows: its rows, its total, how often it happened to them, its sum. */
export type CountedList = {
  rows: { id: number }[];
  total: number;
  times: number | null;
  sum: string | null;
  problems: object;
};

const toNumber = (text: string | null | undefined): number => Number(text?.replace(/[^\d.]/g, "") ?? 0);

/** Reads the list that a number links to, whichever admin list it is. */
export async function askList(href: string, cookie: string): Promise<CountedList> {
  const open = async <Page>(loader: Parameters<typeof ask>[0]) =>
    (await ask(loader, pageRequest(href, { cookie }))).data as Page;
  const plain = { times: null, sum: null, problems: {} };
  const { pathname } = new URL(href, "http://localhost");
  if (pathname === "/admin/orders") {
    const { rows, total, sum, problems } = await open<OrderListPage>(orderListPageLoader);
    return { ...plain, rows, total: toNumber(total), sum, problems };
  }
  if (pathname === "/admin/contracts") {
    const { rows, total, times, problems } = await open<ContractListPage>(contractListPageLoader);
    return {
      ...plain,
      rows,
      total: toNumber(total),
      times: times === null ? null : toNumber(times),
      problems,
    };
  }
  if (pathname === "/admin/referrals") {
    const { referrals, total } = await open<{ referrals: { id: number }[]; total: number }>(referralsLoader);
    return { ...plain, rows: referrals, total };
  }
  if (pathname !== "/admin/customers") throw new Error(`no list is known at ${pathname}`);
  const { rows, total } = await open<{ rows: { id: number }[]; total: string }>(customerListLoader);
  return { ...plain, rows, total: toNumber(total) };
}
