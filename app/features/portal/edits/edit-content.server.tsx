import type { ReactNode } from "react";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { findContractState } from "~/features/contracts/change/contract-change.repo.server";
import { withStatus } from "~/features/contracts/change/order-plan";
import { contractNotFound } from "~/features/contracts/contract-not-found";
import { AddLineConfirmPage, AddLinePage } from "~/features/portal/edits/add-line-page";
import { listFrequencyChoices } from "~/features/portal/edits/frequency-choices.service.server";
import { FrequencyPage } from "~/features/portal/edits/frequency-page";
import {
  findCostWithout,
  findLineChoice,
  isSearched,
  listLineChoices,
  listPlanChoices,
} from "~/features/portal/edits/line-choices.service.server";
import { NotePage, PlanPage } from "~/features/portal/edits/plan-page";
import { RemovePage, SwapConfirmPage, SwapPage } from "~/features/portal/edits/swap-page";
import type { ContractPageProps } from "~/features/portal/pages/page-state";
import type { PortalQuery, PortalView } from "~/features/portal/view/portal-query";
import { notFound } from "~/lib/problem";

const EDIT_VIEWS = ["frequency", "swap", "add-line", "remove", "plan", "note"] as const;
export type EditView = (typeof EDIT_VIEWS)[number];
export const isEditView = (view: PortalView | undefined): view is EditView =>
  EDIT_VIEWS.some((each) => each === view);

type Input = ContractPageProps & {
  banner: ReactNode;
  query: PortalQuery;
  token: string | null;
  shopId: number;
};

/**
 * The views in which a customer changes the contents of the contract. What an order costs before and after is computed
 * by running the rules, without writing.
 *
 * @throws ProblemError not_found for a line that the contract does not have
 */
export async function readEditPage(view: EditView, { shopId, ...input }: Input): Promise<ReactNode> {
  const { portal, contract, query, token, ...rest } = input;
  const state = await findContractState(shopId, contract.id, portal.now);
  if (!state) throw contractNotFound();
  const page = { portal, contract, ...rest };
  const before = portal.format.money(state.contract.orderAmount, state.contract.currencyCode);
  const search = query.q ?? "";
  const list = { search: isSearched(portal) ? search : null, token };
  switch (view) {
    case "swap": {
      const { line, shown } = requireLine(state, query, contract);
      const choice =
        query.variant === undefined
          ? null
          : await findLineChoice(state, line, { variantId: query.variant, quantity: 1 }, portal);
      if (choice) return <SwapConfirmPage {...page} line={shown} choice={choice} before={before} />;
      const choices = await listLineChoices(state, line, search, portal);
      return <SwapPage {...page} {...list} line={shown} choices={choices} />;
    }
    case "add-line": {
      const { variant, quantity } = query;
      const choice =
        variant === undefined
          ? null
          : await findLineChoice(state, null, { variantId: variant, quantity }, portal);
      if (choice) return <AddLineConfirmPage {...page} {...{ choice, quantity, before }} />;
      const choices = await listLineChoices(state, null, search, portal);
      const had = new Set(state.lines.map(({ variantId }) => variantId));
      return <AddLinePage {...page} {...list} choices={choices} had={had} />;
    }
    case "remove": {
      const { line, shown } = requireLine(state, query, contract);
      return (
        <RemovePage {...page} line={shown} before={before} after={findCostWithout(state, line, portal)} />
      );
    }
    case "frequency":
      return <FrequencyPage {...page} {...(await listFrequencyChoices(state, portal))} />;
    case "plan":
      return <PlanPage {...page} choices={await listPlanChoices(state, portal)} before={before} />;
    case "note": {
      const [order] = withStatus(state.attempts, "QUEUED");
      return <NotePage {...page} order={order ? { id: order.id, note: order.orderNote ?? "" } : null} />;
    }
  }
}

function requireLine({ lines }: ContractState, query: PortalQuery, contract: ContractPageProps["contract"]) {
  const line = lines.find(({ id }) => id === query.line);
  const shown = contract.lines.find(({ id }) => id === query.line);
  if (!line || !shown) throw notFound("There is no such line.");
  return { line, shown };
}
