import type { ReactNode } from "react";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { withStatus } from "~/features/contracts/change/order-plan";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import type { ContractPageProps, ViewContent } from "~/features/portal/pages/page-state";
import type { PortalQuery } from "~/features/portal/view/portal-query";
import { notFound } from "~/lib/problem";
import { AddLineConfirmPage, AddLinePage } from "./add-line-page";
import { listFrequencyChoices } from "./frequency-choices.service.server";
import { FrequencyPage } from "./frequency-page";
import {
  findCostWithout,
  findLineChoice,
  isSearched,
  listLineChoices,
  listPlanChoices,
} from "./line-choices.service.server";
import { NotePage, PlanPage } from "./plan-page";
import { RemovePage, SwapConfirmPage, SwapPage } from "./swap-page";

type Page = ContractPageProps & { banner: ReactNode };
type Input = { page: Page; query: PortalQuery; token: string | null; shop: { id: number } };

/** What the pages of edits share. @field before what an order costs without the edit */
async function readEdit({ page, query, token, shop }: Input) {
  const { portal, contract } = page;
  const state = await findContractState(shop.id, contract.id, portal.now);
  if (!state) throw contractNotFound();
  const before = portal.format.money(state.contract.orderAmount, state.contract.currencyCode);
  const search = query.q ?? "";
  return {
    page,
    portal,
    query,
    state,
    before,
    search,
    list: { search: isSearched(portal) ? search : null, token },
  };
}
type Edit = Awaited<ReturnType<typeof readEdit>>;

const toPage = (write: (edit: Edit) => ViewContent | Promise<ViewContent>) => async (input: Input) =>
  write(await readEdit(input));

/**
 * The views in which a customer changes the contents of the contract. What an order costs before and after is computed
 * by running the rules, without writing.
 *
 * @throws ProblemError not_found for a line that the contract does not have
 */
export const EDIT_PAGES = {
  swap: toPage(async (edit) => {
    const { page, portal, query, state, before, search, list } = edit;
    const { line, shown } = requireLine(edit);
    const choice =
      query.variant === undefined
        ? null
        : await findLineChoice(state, line, { variantId: query.variant, quantity: 1 }, portal);
    const { edits, action } = portal.texts;
    if (choice)
      return {
        heading: action.swap_line,
        content: <SwapConfirmPage {...page} line={shown} choice={choice} before={before} />,
      };
    const choices = await listLineChoices(state, line, search, portal);
    return {
      heading: edits.swap.title,
      content: <SwapPage {...page} {...list} line={shown} choices={choices} />,
    };
  }),
  "add-line": toPage(async ({ page, portal, query: { variant, quantity }, state, before, search, list }) => {
    const choice =
      variant === undefined
        ? null
        : await findLineChoice(state, null, { variantId: variant, quantity }, portal);
    const heading = portal.texts.action.add_line;
    if (choice)
      return { heading, content: <AddLineConfirmPage {...page} {...{ choice, quantity, before }} /> };
    const choices = await listLineChoices(state, null, search, portal);
    const had = new Set(state.lines.map(({ variantId }) => variantId));
    return { heading, content: <AddLinePage {...page} {...list} choices={choices} had={had} /> };
  }),
  remove: toPage((edit) => {
    const { page, portal, state, before } = edit;
    const { line, shown } = requireLine(edit);
    return {
      heading: portal.texts.edits.remove.title,
      content: (
        <RemovePage {...page} line={shown} before={before} after={findCostWithout(state, line, portal)} />
      ),
    };
  }),
  frequency: toPage(async ({ page, portal, state }) => ({
    heading: portal.texts.frequency.title,
    content: <FrequencyPage {...page} {...(await listFrequencyChoices(state, portal))} />,
  })),
  plan: toPage(async ({ page, portal, state, before }) => ({
    heading: portal.texts.edits.plan.title,
    content: <PlanPage {...page} choices={await listPlanChoices(state, portal)} before={before} />,
  })),
  note: toPage(({ page, portal, state }) => {
    const [order] = withStatus(state.attempts, "QUEUED");
    const note = order ? { id: order.id, note: order.orderNote ?? "" } : null;
    return { heading: portal.texts.edits.note.title, content: <NotePage {...page} order={note} /> };
  }),
};

function requireLine({ state, query, page }: Edit) {
  const line = state.lines.find(({ id }) => id === query.line);
  const shown = page.contract.lines.find(({ id }) => id === query.line);
  if (!line || !shown) throw notFound("There is no such line.");
  return { line, shown };
}
