import type { ReactNode } from "react";
import type { CustomerPrincipal, PrincipalShop } from "~/access/principal";
import { listPageOrigins } from "~/features/billing/gateway/open-gateway.server";
import type { FailedOrder } from "~/features/billing/hosted/failed-orders.repo.server";
import { findFailedOrder, listFailedOrders } from "~/features/billing/hosted/failed-orders.service.server";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { missingCycles } from "~/features/contracts/change/contract-status";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { toOneTimePrice } from "~/features/contracts/one-time-products/one-time-product";
import {
  findRawContractSource,
  type RawContractSource,
} from "~/features/contracts/record/raw-contract.repo.server";
import { listReasons } from "~/features/customer-pages/cancel-reasons";
import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import { RefusalNote } from "~/features/customer-pages/portal-parts";
import { EDIT_PAGES } from "~/features/portal/edits/edit-content.server";
import { findCancelOffer } from "~/features/portal/forms/cancel-offer.service.server";
import { AddPage } from "~/features/portal/pages/add-page";
import { listAddressChoices } from "~/features/portal/pages/address-choices.server";
import { AddressPage } from "~/features/portal/pages/address-page";
import { CancelConfirmPage, CancelLaterPage, CancelReasonPage } from "~/features/portal/pages/cancel-pages";
import { PausePage, ReactivatePage, ReschedulePage } from "~/features/portal/pages/change-pages";
import { ContractPage } from "~/features/portal/pages/contract-page";
import { LinePage } from "~/features/portal/pages/line-page";
import { ListPage } from "~/features/portal/pages/list-page";
import { OrderNowPage } from "~/features/portal/pages/order-now-page";
import { OrdersPage } from "~/features/portal/pages/orders-page";
import type { ContractPageProps, ViewContent } from "~/features/portal/pages/page-state";
import { mayAskByMail, PaymentPage } from "~/features/portal/pages/payment-page";
import { readContractNote } from "~/features/portal/pages/undo.server";
import { toContractView, toOrderView } from "~/features/portal/view/contract-view";
import { listOtherMethods } from "~/features/portal/view/other-methods.service.server";
import {
  findPortalContractExtras,
  listAddableProducts,
  listPortalContracts,
} from "~/features/portal/view/portal-contract.repo.server";
import { type PortalQuery, type PortalView, SWITCHES_OF_VIEW } from "~/features/portal/view/portal-query";
import { listOthersOfCard } from "~/features/portal/view/same-card.repo.server";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import type { RealTime } from "~/lib/clocks";
import { notFound } from "~/lib/problem";
import type { PortalAction } from "~db/schema/portal-settings";
import { readReceipt } from "./receipt-content.server";
import { readReferContent, readReferEntry } from "./refer-content.server";

const PAST_ON_CONTRACT = 3;
const PAST_ON_PAGE = 20;

export type PortalContent = {
  /** Says which page it is and what was just done: readers of the screen begin with it at each step. */
  title: string;
  content: ReactNode;
  /** Origins that its forms lead to, if one continues on a hosted page. */
  formTargets?: readonly string[];
};

type Request = {
  principal: CustomerPrincipal;
  portal: PortalContext;
  query: PortalQuery;
  token: string | null;
  /** HEAD: must not create anything (wire.md §1 "Two forms of a write"). */
  isHead: boolean;
  receivedAt: RealTime;
};

/**
 * The content for a customer: their only contract, the list of several, or the requested view.
 *
 * @param refusal of the form that was just sent, shown on its view
 * @throws ProblemError not_found, the same for an unknown and another customer's contract; switched_off for a view of
 *   an action that the shop does not offer
 */
export async function readPortalContent(
  { principal, portal, query, token, isHead, receivedAt }: Request,
  refusal: Refusal | null,
): Promise<PortalContent> {
  const { shop, customerId } = principal;
  const { view } = query;
  if (view === "refer")
    return readReferContent(principal, portal, { mayIssue: !isHead, to: query.to, refusal });
  if (query.contract === undefined || view === "list") {
    const contracts = await listPortalContracts(shop.id, customerId);
    const [only] = contracts;
    if (contracts.length !== 1 || !only || view === "list") {
      const failed = shop.gateway === "none" ? [] : await listFailedOrders(shop.id, customerId, portal.now);
      return {
        ...(failed.length > 0 && { formTargets: listPageOrigins(shop) }),
        title: portal.ownTexts.heading || portal.texts.heading,
        content: (
          <>
            <ListPage portal={portal} contracts={contracts} failed={failed} />
            {await readReferEntry(shop.id, portal)}
          </>
        ),
      };
    }
    return readPortalContent(
      { principal, portal, query: { ...query, contract: only.contractId }, token, isHead, receivedAt },
      refusal,
    );
  }
  const contractId = query.contract;
  const past =
    view === "orders"
      ? { size: PAST_ON_PAGE, offset: (query.page ?? 0) * PAST_ON_PAGE }
      : { size: PAST_ON_CONTRACT, offset: 0 };
  // Sent together: one round trip to the database takes about as long as rendering a good part of the page.
  const [source, extras, failed, referEntry] = await Promise.all([
    findRawContractSource(shop.id, contractId, customerId),
    findPortalContractExtras(shop.id, contractId, customerId, portal.now, past),
    shop.gateway === "none" ? null : findFailedOrder(shop.id, contractId, portal.now),
    view === undefined ? readReferEntry(shop.id, portal) : null,
  ]);
  if (!source || !extras) throw contractNotFound();
  const contract = toContractView(source, extras, portal, shop);
  if (view) requireView(view, portal, failed);
  const page = { portal, contract, refusal };
  const note = refusal
    ? null
    : await readContractNote({ ...page, query, visitor: { shop, customerId, receivedAt } });
  const banner = refusal ? (
    <RefusalNote text={refusal.text} fields={listRefusedFields(refusal, page)} />
  ) : (
    note?.banner
  );
  const shown = { ...page, banner };
  const orders = extras.past.map((order) => toOrderView(order, source.currencyCode, portal));
  const { heading, content } = view
    ? await PAGES[view]({ page: shown, query, token, shop, customerId, failed, orders, source })
    : { heading: null, content: toOwnPage(shown, failed, referEntry) };
  const isPaying = failed !== null || view === "payment" || view === "now";
  const title = [note?.text, heading, contract.name].filter(Boolean).join(" · ");
  return { title, content, ...(isPaying && { formTargets: listPageOrigins(shop) }) };
}

type ShownPage = ContractPageProps & { banner: ReactNode };

const toOwnPage = (page: ShownPage, failed: FailedOrder | null, referEntry: ReactNode): ReactNode => (
  <>
    <ContractPage {...page} failed={failed} />
    {referEntry}
  </>
);

type ViewInput = {
  page: ShownPage;
  query: PortalQuery;
  token: string | null;
  shop: PrincipalShop;
  customerId: number;
  failed: FailedOrder | null;
  orders: ReturnType<typeof toOrderView>[];
  source: RawContractSource;
};

type ContractView = Exclude<PortalView, "list" | "refer">;

/** @throws ProblemError switched_off for a view of an action that the shop does not offer */
function requireView(
  view: ContractView,
  { settings, isOn }: PortalContext,
  failed: FailedOrder | null,
): void {
  const [action, ...others]: readonly PortalAction[] = SWITCHES_OF_VIEW[view];
  // An order that has failed can be paid there, whatever else is switched off.
  const isToPay = view === "payment" && failed !== null;
  if (action && !isToPay && !others.some(isOn)) requirePortalAction(settings, action);
}

/** The page of each view of a contract. */
const PAGES: Record<ContractView, (input: ViewInput) => ViewContent | Promise<ViewContent>> = {
  ...EDIT_PAGES,
  reschedule: ({ page }) => ({
    heading: page.portal.texts.reschedule.title,
    content: <ReschedulePage {...page} />,
  }),
  pause: ({ page }) => ({ heading: page.portal.texts.edits.pause.title, content: <PausePage {...page} /> }),
  reactivate: ({ page }) => ({
    heading: page.portal.texts.reactivate.title,
    content: <ReactivatePage {...page} />,
  }),
  address: ({ page }) => ({
    heading: page.portal.texts.address.title,
    content: (
      <AddressPage
        {...page}
        {...listAddressChoices(page.portal, page.contract.delivery.address, page.refusal)}
      />
    ),
  }),
  now: ({ page, failed }) =>
    page.contract.next && page.contract.canOrderNow
      ? {
          heading: page.portal.texts.orderNow.title,
          content: <OrderNowPage {...page} next={page.contract.next} />,
        }
      : { heading: null, content: <ContractPage {...page} failed={failed} /> },
  receipt: ({ page, query, shop, customerId }) =>
    readReceipt(page, { shopId: shop.id, customerId, attemptId: query.order }),
  async payment({ page, shop, customerId, failed }) {
    const isAskedByMail = shop.gateway === "none";
    const { texts } = page.portal;
    return {
      heading: mayAskByMail({ ...page, isAskedByMail }) ? texts.payment.title : texts.paying.title,
      content: (
        <PaymentPage
          {...page}
          failed={failed}
          isAskedByMail={isAskedByMail}
          others={await listOthersOfCard(shop.id, customerId, page.contract.id)}
          methods={await listOtherMethods(shop.id, customerId, page.contract, page.portal)}
        />
      ),
    };
  },
  line({ page, query }) {
    const line = page.contract.lines.find(({ id }) => id === query.line);
    if (!line) throw notFound("There is no such line.");
    return { heading: line.title, content: <LinePage {...page} line={line} /> };
  },
  async add({ page, query, token, shop, failed, source }) {
    // If nothing can be added (any more), the contract's own page shows why.
    if (!page.contract.canAddProducts)
      return {
        heading: null,
        content: toOwnPage(page, failed, await readReferEntry(shop.id, page.portal)),
      };
    const { currencyCode } = source;
    const search = query.q ?? "";
    const products = await listAddableProducts(shop.id, page.portal.settings.addableProductIds, search);
    // It is added to the next order.
    const toPrice = (price: string) => toOneTimePrice(price, source, currencyCode, 0).price;
    return {
      heading: page.portal.texts.oneTime.title,
      content: (
        <AddPage
          {...page}
          products={products.map((product) => ({ ...product, price: toPrice(product.price) }))}
          search={search}
          currencyCode={currencyCode}
          token={token}
        />
      ),
    };
  },
  async cancel({ page, query, token, shop, source: { currencyCode } }) {
    const { portal, contract } = page;
    const { title, offerTitle, confirmTitle } = portal.texts.cancel;
    const missing = await countMissingCycles(shop.id, contract, portal);
    if (missing > 0) return { heading: title, content: <CancelLaterPage {...page} missing={missing} /> };
    const reasons = listReasons(portal);
    const chosen = reasons.find(({ id }) => id === query.reason);
    if (!chosen)
      return { heading: title, content: <CancelReasonPage {...page} reasons={reasons} token={token} /> };
    const offer = await findCancelOffer(chosen, { shopId: shop.id, currencyCode, portal, contract });
    return {
      heading: offer ? offerTitle : confirmTitle,
      content: <CancelConfirmPage {...page} reason={chosen.id} offer={offer} />,
    };
  },
  orders: ({ page, query, orders }) => ({
    heading: page.portal.texts.orders.title,
    content: (
      <OrdersPage
        {...page}
        orders={orders}
        page={query.page ?? 0}
        pages={Math.ceil(page.contract.pastTotal / PAST_ON_PAGE)}
      />
    ),
  }),
};

/** Hardly any contract has a minimum: others need no query. */
async function countMissingCycles(
  shopId: number,
  { id, minCycles }: ContractPageProps["contract"],
  { now }: ContractPageProps["portal"],
): Promise<number> {
  const state = minCycles ? await findContractState(shopId, id, now) : null;
  return state ? missingCycles(state) : 0;
}

/** The refused fields with their labels on the page, for the summary that links to them. */
function listRefusedFields(
  { fields, submitted, labelOf }: Refusal,
  { portal, contract }: ContractPageProps,
): { name: string; label: string }[] {
  const names = Object.keys(fields);
  const asked = contract.lines.find(({ id }) => id === submitted.line)?.fields ?? [];
  const labels = labelOf?.(portal.texts, { names, submitted, asked }) ?? {};
  const order = Object.keys(labels);
  return names
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((name) => ({ name, label: labels[name] ?? name }));
}
