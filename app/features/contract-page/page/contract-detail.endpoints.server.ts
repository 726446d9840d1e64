import { z } from "zod";
import { hasRole } from "~/access/principal";
import { STAFF_ACTIONS } from "~/features/contract-page/dialogs/contract-actions";
import { findDialog } from "~/features/contract-page/dialogs/contract-dialog.service.server";
import { listDeclared } from "~/features/contract-page/dialogs/declared-dialogs.server";
import { findEditDialog } from "~/features/contract-page/dialogs/edit-dialog.service.server";
import { getContractPage } from "~/features/contract-page/page/contract-detail.service.server";
import { contractOperations } from "~/features/contracts/operation-list/contract-operations.server";
import { toContractCaller } from "~/features/contracts/operations/contract-operation.server";
import { idField } from "~/features/contracts/operations/form-fields";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";
import { pageId } from "~/http/request/page-fields";

const NO_DIALOGS = { dialog: null, editDialog: null };
const declared = listDeclared(contractOperations);

const readContractPage = defineEndpoint({
  operationId: "readContractPage",
  summary: "The contract page of the admin",
  method: "GET",
  access: { staff: "viewer" },
  params: z.object({ contractId: pageId }),
  // Unknown dialogs are ignored.
  query: z.object({
    action: z.enum(STAFF_ACTIONS).optional().catch(undefined),
    edit: z.string().optional().catch(undefined),
    order: idField.optional().catch(undefined),
    line: z.uuid().optional().catch(undefined),
    discount: z.uuid().optional().catch(undefined),
    variant: idField.optional().catch(undefined),
    q: z.string().trim().max(255).catch(""),
  }),
  handler: async ({
    principal,
    params: { contractId },
    query: { action, edit, order, ...place },
    context,
  }) => {
    const isEditor = hasRole(principal.role, "editor");
    const [page, dialog, editDialog] = await Promise.all([
      getContractPage(principal.shop, contractId, context.now),
      action && isEditor
        ? findDialog(principal.shop, contractId, { action, attemptId: order ?? null }, context.now)
        : null,
      edit && isEditor
        ? findEditDialog(
            principal.shop,
            contractId,
            { ...place, edit, order },
            toContractCaller(principal, context),
          )
        : null,
    ]);
    // Without a gateway of ours, the cards belong to the platform.
    const asksForCards = principal.shop.gateway !== "none";
    const mayEdit = isEditor && !page.isErased;
    return {
      ...page,
      ...declared,
      mayEdit,
      asksForCards,
      ...(mayEdit ? { dialog, editDialog } : NO_DIALOGS),
    };
  },
});

export const contractPageLoader = pageLoader(readContractPage);
