import type { PortalFrame, Refusal } from "~/features/customer-pages/portal-context";
import type { ContractView } from "~/features/portal/view/contract-view";

/** What every page of one contract is drawn from. */
export type ContractPageProps = { frame: PortalFrame; contract: ContractView; refusal: Refusal | null };

/** `?…` of a view of this contract. */
export const toView = (
  { frame, contract }: Pick<ContractPageProps, "frame" | "contract">,
  view?: string,
  more: Record<string, string | number> = {},
): string => frame.href({ contract: contract.id, view, ...more });

/** Where a form of this contract goes: if it is refused, the view it stands on is shown again. */
export const toAction = (
  { frame, contract }: Pick<ContractPageProps, "frame" | "contract">,
  intent: string,
  view?: string,
  more: Record<string, string | number> = {},
): string => frame.action({ contract: contract.id, view, ...more, intent });
