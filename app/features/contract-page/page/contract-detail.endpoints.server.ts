import { z } from "zod";
import { hasRole } from "~/access/principal";
import { findDialog, toDoneLabels } from "~/features/contract-page/dialogs/dialogs.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { toContractCaller } from "~/features/contracts/operations/definition/contract-operation.server";
import { idField } from "~/features/contracts/operations/definition/form-fields";
import { staffPage } from "~/http/endpoint/staff-page.server";
import { pageId } from "~/http/request/page-fields";
import { getContractPage } from "./contract-detail.service.server";

const doneLabels = toDoneLabels(contractOperations);

export const contractPageLoader = staffPage("readContractPage", "viewer", {
  params: z.object({ contractId: pageId }),
  // Unknown dialogs are ignored. Links in use name some by `action`.
  query: z.object({
    action: z.string().optional().catch(undefined),
    edit: z.string().optional().catch(undefined),
    order: idField.optional().catch(undefined),
    line: z.uuid().optional().catch(undefined),
    discount: z.uuid().optional().catch(undefined),
    variant: idField.optional().catch(undefined),
    q: z.string().trim().max(255).catch(""),
  }),
  handler: async ({ principal, params: { contractId }, query: { action, edit, ...place }, context }) => {
    const { shop } = principal;
    const isEditor = hasRole(principal.role, "editor");
    const intent = action ?? edit;
    const caller = { ...toContractCaller(principal, context), shop };
    const [page, dialog] = await Promise.all([
      getContractPage(shop, contractId, context.now),
      intent && isEditor ? findDialog(contractOperations, caller, contractId, { ...place, intent }) : null,
    ]);
    // Without a gateway of ours, the cards belong to the platform.
    const asksForCards = shop.gateway !== "none";
    const mayEdit = isEditor && !page.isErased;
    return {
      ...page,
      doneLabels,
      mayEdit,
      asksForCards,
      dialog: mayEdit ? dialog : null,
    };
  },
});
