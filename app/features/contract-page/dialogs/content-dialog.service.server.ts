import type { PrincipalShop } from "~/access/principal";
import type {
  ContentChoice,
  ContentFields,
  DialogTexts,
} from "~/features/contract-page/dialogs/contract-edits";
import { toCostNow } from "~/features/contract-page/dialogs/declared-dialogs.server";
import type { ContractFormat } from "~/features/contract-page/history/activity-timeline";
import { toContractFormat } from "~/features/contract-page/history/contract-format";
import { toPaymentView } from "~/features/contract-page/history/payment-view";
import {
  type ContractChange,
  type ContractState,
  toContractWrites,
} from "~/features/contracts/change/contract-change";
import { addLines, removeLines, swapLines } from "~/features/contracts/change/line-edits";
import { changePlan } from "~/features/contracts/change/plan-change";
import {
  findCatalogueOffers,
  listPlanIdsOf,
  listUntimedPlansOf,
} from "~/features/contracts/offers/line-offers.repo.server";
import { asParameter, resolveOffers } from "~/features/contracts/offers/line-offers.server";
import { findPlan } from "~/features/contracts/offers/plans-of-lines.server";
import { searchVariants } from "~/features/contracts/one-time-products/one-time-products.repo.server";
import { toPlan } from "~/features/contracts/operations/lines/update-line.server";
import {
  listUsableMethods,
  mapContractsByMethod,
} from "~/features/contracts/operations/payment/usable-methods.repo.server";
import { formatFrequency, quote } from "~/lib/format";
import { toExactAmount } from "~/lib/money";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";

const VARIANTS_SHOWN = 12;
const PLANS_SHOWN = 12;
const UNTIMED_NAMED = 3;
const ONLY_VARIANT = "Default Title";

type Line = ContractState["lines"][number];
type Query = { edit: ContentFields["edit"]; line?: string; q: string };

/**
 * The dialogs that change a contract's lines and terms, with what an order costs before and after. The effect is
 * computed by running the operation's own rule, without writing.
 *
 * @returns null for a line that the contract does not have
 */
export async function toContentDialog(
  shop: PrincipalShop,
  state: ContractState,
  query: Query,
  now: Date,
): Promise<DialogTexts | null> {
  const { contract } = state;
  const format = toContractFormat(shop.timeZone, contract.currencyCode);
  const line = state.lines.find(({ id }) => id === query.line);
  const { currencyCode } = contract;
  const costNow = toCostNow(contract, format);
  switch (query.edit) {
    case "add_line":
      return {
        title: "Add a product",
        lines: [`It comes with every order. ${costNow}`],
        confirm: "Add product",
        fields: {
          edit: "add_line",
          search: query.q,
          choices: await listChoices(state, query.q, null, format),
          needsPrice: currencyCode !== shop.currencyCode,
        },
      };
    case "swap_line":
      return (
        (line && {
          title: `Swap ${toName(line)}`,
          lines: [
            `Its plan, attributes and discount stay. ${costNow}`,
            ...(await listPlanWarnings(contract.shopId, line)),
          ],
          confirm: "Swap product",
          fields: {
            edit: "swap_line",
            lineId: line.id,
            search: query.q,
            choices: await listChoices(state, query.q, line, format),
            quantity: line.quantity,
          },
        }) ??
        null
      );
    case "remove_line":
      return (line && toRemoval(state, line, format)) ?? null;
    case "line_price":
      return (
        (line && {
          title: `Price of ${toName(line)}`,
          lines: [`Of one piece, before the contract's discounts. ${costNow}`],
          confirm: "Change price",
          fields: {
            edit: "line_price",
            lineId: line.id,
            price: toExactAmount(line.currentPrice, currencyCode),
            currencyCode,
          },
        }) ??
        null
      );
    case "plan":
      return {
        title: "Change the selling plan",
        lines: [
          `Its frequency, and its price for the products it is for. ${costNow}`,
          ...(await listUntimedPlans(state)),
        ],
        confirm: "Change plan",
        fields: { edit: "plan", choices: await listPlans(state, { now, timeZone: shop.timeZone }, format) },
      };
    case "payment_method": {
      const { shopId, customerId, paymentMethodId } = contract;
      const [methods, contractsOf] = await Promise.all([
        listUsableMethods(shopId, customerId, { now, timeZone: shop.timeZone }),
        mapContractsByMethod(shopId, customerId),
      ]);
      return {
        title: "Change the payment method",
        lines: ["Orders that wait to be paid are tried with it at once."],
        confirm: "Change payment method",
        fields: {
          edit: "payment_method",
          choices: methods
            .filter(({ id }) => id !== paymentMethodId)
            .flatMap((method): ContentChoice[] => {
              const view = toPaymentView(method, { now, timeZone: shop.timeZone }, format);
              const isKnown = method.brand !== null || method.lastDigits !== null;
              const note = [
                view?.holder,
                view?.expiry && `expires ${view.expiry}`,
                // Nothing else distinguishes methods that came with an import.
                !isKnown && toPaidContracts(contractsOf.get(method.id) ?? []),
              ]
                .filter(Boolean)
                .join(", ");
              return view ? [{ value: method.id, label: view.title, note }] : [];
            }),
        },
      };
    }
    case "split":
      if (state.lines.length < 2) return null;
      return {
        title: "Split the contract",
        lines: [
          "What you choose moves to a new contract with the same customer, card, address and dates. Both together cost what this one does; delivery stays here.",
        ],
        confirm: "Split contract",
        fields: {
          edit: "split",
          choices: state.lines.map((each) => ({
            value: each.id,
            label: toName(each),
            note: `${each.quantity} × ${format.money(each.currentPrice)}`,
          })),
        },
      };
  }
}

/** Imports name plans without frequency and discount; staff can add both on the page of selling plans. */
async function listPlanWarnings(shopId: number, { sellingPlanId, sellingPlanName }: Line): Promise<string[]> {
  if (sellingPlanId === null) return [];
  const { plans } = await findCatalogueOffers(db, shopId, {
    variantIds: [],
    planIds: [sellingPlanId],
    productIds: [],
  });
  const plan = plans.get(sellingPlanId);
  if (plan && (plan.discountPercentage !== null || plan.billingInterval !== null)) return [];
  const name = quote(sellingPlanName ?? plan?.name ?? String(sellingPlanId));
  return [
    `What ${name} takes off is not known, so what comes instead costs the catalogue’s price. Say it under “Selling plans” first if it is to count.`,
  ];
}

function toPaidContracts([first, ...others]: number[]): string {
  if (first === undefined) return "pays for no contract";
  if (others.length === 0) return `pays for contract ${first}`;
  return `pays for contract ${first} and ${others.length} more`;
}

const toName = ({ title, variantTitle }: Pick<Line, "title" | "variantTitle">): string =>
  variantTitle === null || variantTitle === ONLY_VARIANT ? title : `${title}, ${variantTitle}`;

/** What each order costs after the change. */
const toCost = (state: ContractState, change: ContractChange, format: ContractFormat): string =>
  format.money(toContractWrites(state, change)?.contract.orderAmount ?? state.contract.orderAmount);

/** The result of a rule; null where it refuses: the form's answer gives the reason. */
function ifAllowed(rule: () => ContractChange): ContractChange | null {
  try {
    return rule();
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

function toRemoval(state: ContractState, line: Line, format: ContractFormat): DialogTexts {
  const title = `Remove ${toName(line)}?`;
  const fields = { edit: "remove_line" as const, lineId: line.id };
  try {
    const after = toCost(state, removeLines(state, [line.id], { removeDiscount: true }), format);
    const before = format.money(state.contract.orderAmount);
    const lines = [`Each order costs ${before} now, and ${after} without it.`];
    return { title, lines, confirm: "Remove product", fields };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { title, lines: [error.detail], confirm: "Remove product", fields };
  }
}

/**
 * Search results from the catalogue with prices and, where prices are in the contract's currency, the resulting cost of
 * an order.
 */
async function listChoices(
  state: ContractState,
  search: string,
  line: Line | null,
  format: ContractFormat,
): Promise<ContentChoice[]> {
  const found = await searchVariants(state.contract.shopId, search, VARIANTS_SHOWN);
  const plan = line && { kept: toPlan(line) };
  const contents = found.map(({ variantId }) => ({ variantId, plan: plan ?? { id: null }, price: null }));
  const offers = await resolveOffers(state, contents, { isCustomer: false, tx: db }, asParameter).catch(
    (error: unknown) => {
      if (error instanceof ProblemError) return [];
      throw error;
    },
  );
  return found.map(({ variantId, title, variantTitle, available }, index) => {
    const offer = offers[index];
    const soldOut = available ? [] : ["sold out"];
    const cost = () => {
      if (!offer) return [];
      const wanted = { ...offer, id: "new", quantity: line?.quantity ?? 1 };
      const change = ifAllowed(() =>
        line ? swapLines(state, [line.id], [wanted], { carryDiscount: true }) : addLines(state, [wanted]),
      );
      return change ? [`each order then ${toCost(state, change, format)}`] : [];
    };
    return {
      value: String(variantId),
      label: toName({ title, variantTitle }),
      note: [...(offer ? [format.money(offer.variant.price)] : []), ...soldOut, ...cost()].join(", "),
    };
  });
}

/** Which plans cannot be chosen because only their names are known, and what to do about it. */
async function listUntimedPlans({ contract, lines }: ContractState): Promise<string[]> {
  const productIds = lines.flatMap(({ productId }) => productId ?? []);
  const found = await listUntimedPlansOf(db, contract.shopId, productIds, UNTIMED_NAMED + 2);
  // The present plan would not be listed anyway.
  const plans = found.filter(({ id }) => lines.some(({ sellingPlanId }) => sellingPlanId !== id));
  const names = plans.slice(0, UNTIMED_NAMED).map(({ name }) => quote(name));
  if (names.length === 0) return [];
  const named = `${names.join(", ")}${plans.length > UNTIMED_NAMED ? " and others" : ""}`;
  const whose = plans.length === 1 ? "its frequency is" : "their frequencies are";
  return [`Not listed: ${named}, since ${whose} not known. Say it under “Selling plans” first.`];
}

async function listPlans(
  state: ContractState,
  clock: Parameters<typeof changePlan>[2],
  format: ContractFormat,
): Promise<ContentChoice[]> {
  const { contract, lines } = state;
  const productIds = lines.flatMap(({ productId }) => productId ?? []);
  const ids = await listPlanIdsOf(db, contract.shopId, productIds, PLANS_SHOWN);
  const plans = await Promise.all(ids.map((id) => findPlan(db, state, id)));
  return plans.flatMap((wanted): ContentChoice[] => {
    const { id, name, billing } = wanted.plan;
    // Omits the present plan, and plans that the dates do not allow.
    const change = ifAllowed(() => changePlan(state, wanted, clock));
    if (!change) return [];
    const frequency = formatFrequency(billing.interval, billing.intervalCount);
    const note = `${frequency}, each order then ${toCost(state, change, format)}`;
    return [{ value: String(id), label: name, note }];
  });
}
