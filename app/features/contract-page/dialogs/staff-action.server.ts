import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toContractCaller } from "~/features/contracts/operations/contract-operation.server";
import type { ContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { pageId } from "~/http/request/page-fields";

const params = z.object({ contractId: pageId });
/** As text: a body that keeps all fields has it as it came, too. */
const version = z.string().regex(/^\d{1,9}$/);

/** The forms of the contract page for operations, by their `intent`. */
export const toStaffForms = (
  operations: readonly ContractOperation<string>[],
): Record<string, Endpoint<Response>> =>
  Object.fromEntries(
    operations.flatMap(({ staffForms, run }) =>
      Object.entries(staffForms).map(([act, body]) => [act, defineStaffAction(act, body, run)]),
    ),
  );

/**
 * A form of the contract page. It carries the version its words were about, so that what somebody else has changed
 * meanwhile is refused and not overwritten; afterwards the page says by the intent what was done.
 */
function defineStaffAction(
  act: string,
  body: z.ZodType<object>,
  run: ContractOperation<string>["run"],
): Endpoint<Response> {
  return defineEndpoint({
    operationId: `staffContract_${act}`,
    summary: `Contract page: ${act}`,
    method: "POST",
    access: { staff: "editor" },
    params,
    body: z.intersection(z.object({ version }), body),
    handler: async ({ principal, params: { contractId }, body: wanted, context }) => {
      const which = { contractId, expectedVersion: Number(wanted.version) };
      await run(toContractCaller(principal, context), { ...wanted, ...which });
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done: act });
      return redirect(`/admin/contracts/${contractId}?${search}`, 303);
    },
  });
}
