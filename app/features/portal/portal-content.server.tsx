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
import { isEditView, readEditPage } from "~/features/portal/edits/edit-content.server";
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
import type { ContractPageProps } from "~/features/portal/pages/page-state";
import { PaymentPage } from "~/features/portal/pages/payment-page";
import { ContractNote } from "~/features/portal/pages/undo.server";
import { readReceipt } from "~/features/portal/receipt-content.server";
import { readReferContent, readReferEntry } from "~/features/portal/refer-content.server";
import { toContractView, toOrderView } from "~/features/portal/view/contract-view";
import { listOtherMethods } from "~/features/portal/view/other-methods.service.server";
import {
  findPortalContractExtras,
  listAddableProducts,
  listPortalContracts,
} from "~/features/portal/view/portal-contract.repo.server";
import type { PortalQuery, PortalView } from "~/features/portal/view/portal-query";
import { listOthersOfCard } from "~/features/portal/view/same-card.repo.server";
import { requirePortalAction } from "~/features/portal-settings/portal-settings";
import { notFound } from "~/lib/problem";
import type { PortalAction } from "~db/schema/portal-settings";

const PAST_ON_CONTRACT = 3;
const PAST_ON_PAGE = 20;

export type PortalContent = {
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
};

/**
 * The content for a customer: their only contract, the list of several, or the requested view.
 *
 * @param refusal of the form that was just sent, shown on its view
 * @throws ProblemError not_found, the same for an unknown and another customer's contract; switched_off for a view of
 *   an action that the shop does not offer
 */
export async function readPortalContent(
  { principal, portal, query, token, isHead }: Request,
  refusal: Refusal | null,
): Promise<PortalContent> {
  const { shop, customerId } = principal;
  if (query.view === "refer")
    return readReferContent(principal, portal, { mayIssue: !isHead, to: query.to, refusal });
  if (query.contract === undefined || query.view === "list") {
    const contracts = await listPortalContracts(shop.id, customerId);
    const [only] = contracts;
    if (contracts.length !== 1 || !only || query.view === "list") {
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
      { principal, portal, query: { ...query, contract: only.contractId }, token, isHead },
      refusal,
    );
  }
  const contractId = query.contract;
  const past =
    query.view === "orders"
      ? { size: PAST_ON_PAGE, offset: (query.page ?? 0) * PAST_ON_PAGE }
      : { size: PAST_ON_CONTRACT, offset: 0 };
  // Sent together: one round trip to the database takes about as long as rendering a good part of the page.
  const [source, extras, failed, referEntry] = await Promise.all([
    findRawContractSource(shop.id, contractId, customerId),
    findPortalContractExtras(shop.id, contractId, customerId, portal.now, past),
    shop.gateway === "none" ? null : findFailedOrder(shop.id, contractId, portal.now),
    query.view === undefined ? readReferEntry(shop.id, portal) : null,
  ]);
  if (!source || !extras) throw contractNotFound();
  const contract = toContractView(source, extras, portal, shop);
  const page: ContractPageProps = { portal, contract, refusal };
  const orders = extras.past.map((order) => toOrderView(order, source.currencyCode, portal));
  const content = await toContent({
    ...page,
    query,
    token,
    shop,
    customerId,
    failed,
    referEntry,
    orders,
    source,
  });
  const isPaying = failed !== null || query.view === "payment" || query.view === "now";
  return { title: contract.name, content, ...(isPaying && { formTargets: listPageOrigins(shop) }) };
}

type ViewInput = ContractPageProps & {
  query: PortalQuery;
  token: string | null;
  shop: PrincipalShop;
  customerId: number;
  failed: FailedOrder | null;
  /** On the contract's own page. */
  referEntry: ReactNode;
  orders: ReturnType<typeof toOrderView>[];
  source: RawContractSource;
};

/** The switches of each view; one that is on is enough. */
const ACTIONS_OF_VIEW: Partial<Record<PortalView, readonly PortalAction[]>> = {
  reschedule: ["reschedule"],
  address: ["address"],
  frequency: ["frequency"],
  line: ["quantity", "attributes", "skip_line", "swap_line", "remove_line"],
  payment: ["payment_update", "payment_method"],
  add: ["one_time_products"],
  cancel: ["cancel"],
  reactivate: ["reactivate"],
  now: ["order_now"],
  swap: ["swap_line"],
  "add-line": ["add_line"],
  remove: ["remove_line"],
  plan: ["change_plan"],
  note: ["order_note"],
  pause: ["pause"],
};

async function toContent(input: ViewInput): Promise<ReactNode> {
  const { query, token, shop, customerId, failed, referEntry, orders, source, ...page } = input;
  const { currencyCode } = source;
  const shopId = shop.id;
  const { portal, contract, refusal } = page;
  const [action, ...others] = (query.view && ACTIONS_OF_VIEW[query.view]) || [];
  // An order that has failed can be paid there, whatever else is switched off.
  const isToPay = query.view === "payment" && failed !== null;
  if (action && !isToPay && !others.some(portal.isOn)) requirePortalAction(portal.settings, action);
  const banner = refusal ? (
    <RefusalNote text={refusal.text} fields={listRefusedFields(refusal, page)} />
  ) : (
    <ContractNote {...page} query={query} />
  );
  // If nothing can be added (any more), the contract's own page shows why.
  const view = query.view === "add" && !contract.canAddProducts ? undefined : query.view;
  if (isEditView(view)) return readEditPage(view, { ...page, banner, query, token, shopId });
  switch (view) {
    case "reschedule":
      return <ReschedulePage {...page} banner={banner} />;
    case "pause":
      return <PausePage {...page} banner={banner} />;
    case "address":
      return (
        <AddressPage
          {...page}
          banner={banner}
          {...listAddressChoices(portal, contract.delivery.address, refusal)}
        />
      );
    case "now":
      return contract.next && contract.canOrderNow ? (
        <OrderNowPage {...page} banner={banner} next={contract.next} />
      ) : (
        <ContractPage {...page} banner={banner} failed={failed} />
      );
    case "receipt":
      return readReceipt(page, { shopId, customerId, attemptId: query.order });
    case "payment":
      return (
        <PaymentPage
          {...page}
          banner={banner}
          failed={failed}
          isAskedByMail={shop.gateway === "none"}
          others={await listOthersOfCard(shopId, customerId, contract.id)}
          methods={await listOtherMethods(shopId, customerId, contract, portal)}
        />
      );
    case "reactivate":
      return <ReactivatePage {...page} banner={banner} />;
    case "line": {
      const line = contract.lines.find(({ id }) => id === query.line);
      if (!line) throw notFound("There is no such line.");
      return <LinePage {...page} banner={banner} line={line} />;
    }
    case "add": {
      const search = query.q ?? "";
      const products = await listAddableProducts(shopId, portal.settings.addableProductIds, search);
      const toPrice = (price: string) => toOneTimePrice(price, source, currencyCode);
      return (
        <AddPage
          {...page}
          banner={banner}
          products={products.map((product) => ({ ...product, price: toPrice(product.price) }))}
          search={search}
          currencyCode={currencyCode}
          token={token}
        />
      );
    }
    case "cancel": {
      const missing = await countMissingCycles(shopId, contract, portal);
      if (missing > 0) return <CancelLaterPage {...page} banner={banner} missing={missing} />;
      const reasons = listReasons(portal);
      const chosen = reasons.find(({ id }) => id === query.reason);
      if (!chosen) return <CancelReasonPage {...page} banner={banner} reasons={reasons} token={token} />;
      const offer = await findCancelOffer(chosen, { shopId, currencyCode, portal, contract });
      return <CancelConfirmPage {...page} banner={banner} reason={chosen.id} offer={offer} />;
    }
    case "orders":
      return (
        <OrdersPage
          {...page}
          orders={orders}
          page={query.page ?? 0}
          pages={Math.ceil(contract.pastTotal / PAST_ON_PAGE)}
        />
      );
    default:
      return (
        <>
          <ContractPage {...page} banner={banner} failed={failed} />
          {query.view === undefined ? referEntry : await readReferEntry(shopId, portal)}
        </>
      );
  }
}

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
