import type { PortalContext, Refusal } from "~/features/customer-pages/portal-context";
import { type ContractView, isOver } from "~/features/portal/view/contract-view";

/** What every page of one contract is drawn from. */
export type ContractPageProps = { portal: PortalContext; contract: ContractView; refusal: Refusal | null };

/** `?…` of a view of this contract. */
export const toView = (
  { portal, contract }: Pick<ContractPageProps, "portal" | "contract">,
  view?: string,
  more: Record<string, string | number> = {},
): string => portal.href({ contract: contract.id, view, ...more });

/** Where a form of this contract goes: if it is refused, the view it stands on is shown again. */
export const toAction = (
  { portal, contract }: Pick<ContractPageProps, "portal" | "contract">,
  intent: string,
  view?: string,
  more: Record<string, string | number> = {},
): string => portal.action({ contract: contract.id, view, ...more, intent });

/** Whether a line of the contract may be swapped, and taken out: the last one stays. */
export const toLineActions = ({ portal, contract }: Pick<ContractPageProps, "portal" | "contract">) => ({
  maySwap: contract.takesLines && portal.isOn("swap_line"),
  mayRemove: contract.lines.length > 1 && !isOver(contract.status) && portal.isOn("remove_line"),
});
