import type { ReactNode } from "react";
import { isOver } from "~/features/contracts/change/contract-transitions";
import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import type { ContractView } from "~/features/portal/view/contract-view";

/** Data of every page of a contract. */
export type ContractPageProps = { portal: PortalContext; contract: ContractView; refusal: Refusal | null };

/** A view's page; `heading` is its h1, for the title of the document: null where it is the contract's name. */
export type ViewContent = { heading: string | null; content: ReactNode };

/** `?…` of a view of this contract. */
export const toView = (
  { portal, contract }: Pick<ContractPageProps, "portal" | "contract">,
  view?: string,
  more: Record<string, string | number> = {},
): string => portal.href({ contract: contract.id, view, ...more });

/** Address of a form of this contract: if it is refused, the view it is on is shown again. */
export const toAction = (
  { portal, contract }: Pick<ContractPageProps, "portal" | "contract">,
  intent: string,
  view?: string,
  more: Record<string, string | number> = {},
): string => portal.action({ contract: contract.id, view, ...more, intent });

/** Whether a line may be swapped or removed; the last one cannot be removed. */
export const toLineActions = ({ portal, contract }: Pick<ContractPageProps, "portal" | "contract">) => ({
  maySwap: contract.takesLines && portal.isOn("swap_line"),
  mayRemove: contract.lines.length > 1 && !isOver(contract.status) && portal.isOn("remove_line"),
});
