import { z } from "zod";
import { getContractPage } from "~/features/contracts/contract-detail.service.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { pageLoader } from "~/http/faces.server";
import { notFound } from "~/http/problem";

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
  handler: async ({ principal, params, context }) => {
    const id = contractId.safeParse(params.contractId);
    if (!id.success) throw notFound("There is no such contract in this shop.");
    return getContractPage(principal.shop, id.data, context.now);
  },
});

export const contractPageLoader = pageLoader(readContractPage);
