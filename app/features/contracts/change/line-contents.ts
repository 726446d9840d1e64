import type { ActivityAction } from "~/features/activity/activity";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { fitsCurrency } from "~/features/contracts/change/line-price";
import { compareMoney, roundMoney } from "~/lib/money";

type Line = ContractState["lines"][number];

const PRICES = ["currentPrice", "basePrice", "laterPrice"] as const;

/** What a line is to hold, as a plan of many contracts has worked it out beforehand. What is left out stays. */
export type LineContent = Pick<Line, "id"> &
  Partial<
    Pick<
      Line,
      | (typeof PRICES)[number]
      | "laterAfterCycle"
      | "productId"
      | "variantId"
      | "title"
      | "variantTitle"
      | "sku"
      | "taxable"
      | "requiresShipping"
      | "sellingPlanId"
      | "sellingPlanName"
    >
  >;

/**
 * Some lines with other content. Prices are written as single edits write them, and one that is the same amount is no
 * change; the contract's amounts follow of themselves.
 *
 * @throws ProblemError conflict for a contract that is over
 */
export function setLineContents(
  state: ContractState,
  contents: readonly LineContent[],
  action: ActivityAction,
): ContractChange {
  requireEditable(state);
  const byId = new Map(contents.map((content) => [content.id, content]));
  const { currencyCode } = state.contract;
  const lines = state.lines.map((line) => {
    const content = byId.get(line.id);
    return content ? { ...line, ...content, ...toPrices(line, content, currencyCode) } : line;
  });
  return { action, events: ["updated"], lines };
}

function toPrices(line: Line, content: LineContent, currencyCode: string): Partial<LineContent> {
  const toPrice = (name: (typeof PRICES)[number]) => {
    const wanted = content[name];
    const present = line[name];
    if (wanted === undefined || wanted === null) return wanted;
    if (present !== null && compareMoney(present, wanted) === 0) return present;
    return fitsCurrency(wanted, currencyCode) ? roundMoney(wanted, currencyCode) : wanted;
  };
  return Object.fromEntries(
    PRICES.flatMap((name) => (content[name] === undefined ? [] : [[name, toPrice(name)]])),
  );
}
