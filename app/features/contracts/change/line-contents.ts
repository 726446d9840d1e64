import type { ActivityAction } from "~/features/activity/activity";
import type { ContractChange, ContractState } from "~/features/contracts/change/contract-change";
import { requireEditable } from "~/features/contracts/change/contract-edits";
import { compareMoney } from "~/lib/money";

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
 * Some lines with other content; a price that is the same amount is no change. The contract's amounts follow of themselves.
 *
 * @throws ProblemError conflict for a contract that is over
 */
export function setLineContents(
  state: ContractState,
  contents: readonly LineContent[],
  action: ActivityAction,
): ContractChange & Required<Pick<ContractChange, "lines">> {
  requireEditable(state);
  const byId = new Map(contents.map((content) => [content.id, content]));
  const lines = state.lines.map((line) => {
    const content = byId.get(line.id);
    return content ? { ...line, ...content, ...toSamePrices(line, content) } : line;
  });
  return { action, events: ["updated"], lines };
}

/** "10.00" and the stored "10.0000" are one price. */
const toSamePrices = (line: Line, content: LineContent): Partial<LineContent> =>
  Object.fromEntries(
    PRICES.flatMap((name) => {
      const [present, wanted] = [line[name], content[name]];
      const isSame = present !== null && wanted && compareMoney(present, wanted) === 0;
      return isSame ? [[name, present]] : [];
    }),
  );
