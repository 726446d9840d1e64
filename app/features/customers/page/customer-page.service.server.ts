import { toCustomerName } from "~/access/customer-name";
import { listTokensOfCustomer } from "~/access/portal/portal-tokens.repo.server";
import type { PrincipalShop } from "~/access/principal";
import { toAddressLines } from "~/features/addresses/address-lines";
import { prepareSelection, priceRows } from "~/features/billing/orders-admin/order-list-page.service.server";
import { findOrderRows } from "~/features/billing/orders-admin/order-rows.repo.server";
import { toRowView } from "~/features/billing/orders-admin/order-view";
import { listPaymentMethodsOf } from "~/features/billing/orders-admin/payment-methods.repo.server";
import { toContractFormat } from "~/features/contracts/contract-format";
import { toPaymentView } from "~/features/contracts/payment-view";
import { ERASED_NAME } from "~/features/customers/privacy/tables/erased-name";
import { hasMailServer } from "~/features/mail/mail-transport.server";
import { listMailsTo } from "~/features/mail/mails.repo.server";
import { readNotes } from "~/features/notes/notes.service.server";
import { LANGUAGE_NAMES } from "~/features/portal-settings/portal-settings-labels";
import { formatDate, formatDateTime, formatFrequency, formatMoney } from "~/lib/format";
import { subtractMoney } from "~/lib/money";
import { notFound } from "~/lib/problem";
import {
  type CustomersContract,
  findCustomer,
  listContractsOf,
  type Spent,
  sumSpent,
} from "./customer-page.repo.server";

/** More than any customer has; the contract list has them all. */
const CONTRACTS_SHOWN = 50;
const ORDERS_SHOWN = 10;
const MAILS_SHOWN = 10;
const LINKS_SHOWN = 5;

export type CustomerPage = Awaited<ReturnType<typeof getCustomerPage>>;

/**
 * Everything the page of a customer shows, as texts. Lists are cut to what the page holds, and say so.
 *
 * @param realNow portal links expire by the real clock
 * @throws ProblemError not_found, the same for an unknown id and for another shop's
 */
export async function getCustomerPage(
  shop: PrincipalShop,
  customerId: number,
  { now, realNow }: { now: Date; realNow: Date },
) {
  const customer = await findCustomer(shop.id, customerId);
  if (!customer) throw notFound("There is no such customer in this shop.");
  const contracts = await listContractsOf(shop.id, customerId, CONTRACTS_SHOWN + 1);
  const [orders, spent, methods, mails, links, notes] = await Promise.all([
    readOrders(shop, contracts, now),
    sumSpent(shop.id, customerId),
    listPaymentMethodsOf(shop.id, customerId),
    listMailsTo(shop.id, customerId, MAILS_SHOWN + 1),
    listTokensOfCustomer(shop.id, customerId, LINKS_SHOWN),
    readNotes(shop, { customerId }),
  ]);
  const format = toContractFormat(shop.timeZone, shop.currencyCode);
  const shown = contracts.slice(0, CONTRACTS_SHOWN);
  return {
    id: customer.id,
    name: toTitle(customer),
    /** When they were erased; null = they were not. */
    erasedOn: customer.erasedAt && formatDate(customer.erasedAt, shop.timeZone),
    email: customer.email,
    phone: customer.phone,
    language: customer.language && LANGUAGE_NAMES[customer.language],
    since: formatDate(customer.createdAt, shop.timeZone),
    marketing: toMarketing(customer),
    tags: customer.tags,
    note: customer.note,
    contracts: shown.map((contract) => toContractView(contract, shop.timeZone)),
    hasMoreContracts: contracts.length > CONTRACTS_SHOWN,
    ...orders,
    spent: spent.map(toSpentView),
    addresses: toAddresses([customer.defaultAddress, ...shown.map(({ deliveryAddress }) => deliveryAddress)]),
    methods: methods.flatMap((method) => {
      const view = toPaymentView(method, { now, timeZone: shop.timeZone }, format);
      return view ? [{ id: method.id, ...view }] : [];
    }),
    mails: mails.slice(0, MAILS_SHOWN),
    hasMoreMails: mails.length > MAILS_SHOWN,
    hasServer: hasMailServer(),
    links: links.map((link) => ({
      id: link.id,
      by: link.issuedByName,
      at: { instant: link.createdAt.toISOString(), text: formatDateTime(link.createdAt, shop.timeZone) },
      isLive: link.revokedAt === null && link.expiresAt > realNow && link.usedAt === null,
    })),
    notes,
    now,
  };
}

const toTitle = (customer: NonNullable<Awaited<ReturnType<typeof findCustomer>>>): string =>
  toCustomerName(customer) || customer.email || (customer.erasedAt ? ERASED_NAME : `Customer ${customer.id}`);

/** Upcoming orders, soonest first, and past ones, newest first. */
async function readOrders(shop: PrincipalShop, contracts: readonly CustomersContract[], now: Date) {
  const toSelection = await prepareSelection(shop, null, now);
  const place = { cursor: null, size: ORDERS_SHOWN };
  const all = { from: null, before: null, status: null, tab: "all" } as const;
  const search = { text: "", contractIds: contracts.map(({ id }) => id), attemptIds: [] };
  const read = async (query: Parameters<typeof toSelection>[0], isDescending: boolean) => {
    const selection = { ...toSelection(query), search };
    const sort = { column: "billing_date", isDescending } as const;
    const { rows, hasMore } = await findOrderRows(selection, { ...place, sort });
    const amounts = await priceRows(shop.id, rows);
    const views = rows.map((row) => toRowView(row, amounts, selection.missedBefore, shop.timeZone));
    return { rows: views, hasMore };
  };
  const [upcoming, past] = await Promise.all([
    read({ ...all, from: now, status: "QUEUED" }, false),
    read({ ...all, before: now }, true),
  ]);
  return { upcoming, past };
}

const toContractView = (contract: CustomersContract, timeZone: string) => ({
  id: contract.subscriptionContractId,
  status: contract.status,
  product: contract.title ?? "No products",
  more: Math.max(0, contract.lines - 1),
  frequency: formatFrequency(contract.interval, contract.intervalCount),
  amount: formatMoney(contract.orderAmount, contract.currencyCode),
  next: contract.nextBillingDate && formatDate(contract.nextBillingDate, timeZone),
});
export type CustomersContractView = ReturnType<typeof toContractView>;

const toSpentView = ({ currencyCode, orders, paid, refunded }: Spent) => ({
  orders,
  amount: formatMoney(subtractMoney(paid, refunded), currencyCode),
  refunded: Number(refunded) > 0 ? formatMoney(refunded, currencyCode) : null,
});

/** Without duplicates, the customer's own address first. */
function toAddresses(given: readonly CustomersContract["deliveryAddress"][]): string[] {
  const written = given.map((address) => (address ? toAddressLines(address).join("\n") : ""));
  return [...new Set(written)].filter((text) => text !== "");
}

function toMarketing({
  acceptsEmailMarketing: byMail,
  acceptsSmsMarketing: bySms,
}: {
  acceptsEmailMarketing: boolean;
  acceptsSmsMarketing: boolean;
}): string {
  if (byMail && bySms) return "By e-mail and text message";
  return byMail ? "By e-mail" : bySms ? "By text message" : "No";
}
