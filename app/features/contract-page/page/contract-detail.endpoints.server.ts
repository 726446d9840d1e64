import { z } from "zod";
import { hasRole } from "~/access/principal";
import { STAFF_ACTIONS } from "~/features/contract-page/dialogs/contract-actions";
import { findDialog } from "~/features/contract-page/dialogs/contract-dialog.service.server";
import { EDITS } from "~/features/contract-page/dialogs/contract-edits";
import { findEditDialog } from "~/features/contract-page/dialogs/edit-dialog.service.server";
import { getContractPage } from "~/features/contract-page/page/contract-detail.service.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageLoader } from "~/http/endpoint/routes.server";
import { notFound } from "~/lib/problem";

const contractId = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

const readContractPage = defineEndpoint({
  operationId: "readContractPage",
  summary: "The contract page of the admin",
  method: "GET",
  access: { staff: "viewer" },
  // Any text: what is no id at all is as unknown as any other contract, and answers with the same page.
  params: z.object({ contractId: z.string() }),
  // A dialog that there is not is simply not open.
  query: z.object({
    act: z.enum(STAFF_ACTIONS).optional().catch(undefined),
    edit: z.enum(EDITS).optional().catch(undefined),
    order: contractId.optional().catch(undefined),
    line: z.uuid().optional().catch(undefined),
    discount: z.uuid().optional().catch(undefined),
    variant: contractId.optional().catch(undefined),
    q: z.string().trim().max(255).catch(""),
  }),
  handler: async ({ principal, params, query: { act, edit, order, ...place }, context }) => {
    const id = contractId.safeParse(params.contractId);
    if (!id.success) throw notFound("There is no such contract in this shop.");
    const mayEdit = hasRole(principal.role, "editor");
    const [page, dialog, editDialog] = await Promise.all([
      getContractPage(principal.shop, id.data, context.now),
      act && mayEdit
        ? findDialog(principal.shop, id.data, { act, attemptId: order ?? null }, context.now)
        : null,
      edit && mayEdit
        ? findEditDialog(principal.shop, id.data, { ...place, edit, order }, context.now)
        : null,
    ]);
    return { ...page, mayEdit, dialog, editDialog };
  },
});

export const contractPageLoader = pageLoader(readContractPage);
