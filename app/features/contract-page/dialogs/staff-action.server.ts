import { redirect } from "@remix-run/node";
import { z } from "zod";
import { toDryRunAnswer } from "~/features/contract-page/dialogs/staff-dry-run";
import { findAmountsOutOfCurrency } from "~/features/contracts/operations/amounts-in-currency.server";
import { toContractCaller, toOwner } from "~/features/contracts/operations/contract-operation.server";
import type { ContractOperation } from "~/features/contracts/operations/define-contract-operation.server";
import { versionField } from "~/features/contracts/operations/form-fields";
import type { StaffDialog } from "~/features/contracts/operations/staff-dialog";
import { defineEndpoint, type Endpoint } from "~/http/endpoint/define-endpoint.server";
import { passOn } from "~/http/request/field-errors";
import { pageId } from "~/http/request/page-fields";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { inParts } from "~/lib/schemas/in-parts";
import type { DryRunAnswer } from "~/ui/form/dry-run";

const params = z.object({ contractId: pageId });

type StaffForms = Record<string, Endpoint<Response | DryRunAnswer>>;

/** The contract page's forms for operations, by `intent`. */
export const toStaffForms = (operations: readonly ContractOperation<string>[]): StaffForms =>
  Object.fromEntries(
    operations.flatMap((operation) =>
      Object.entries(operation.staffForms).map(([action, body]) => [
        action,
        defineStaffAction(action, body, operation),
      ]),
    ),
  );

/**
 * A form of the contract page. It carries the version its texts described, so that a change made by somebody else
 * meanwhile is not overwritten but refused; afterwards the page reports by `intent` what was done. Sent with `tryOut`
 * it changes nothing: the answer is what orders would cost, or the refusal.
 */
function defineStaffAction(
  action: string,
  form: z.ZodType<object>,
  { amounts, run, dryRun, staffDialogs }: ContractOperation<string>,
): Endpoint<Response | DryRunAnswer> {
  const fields = inParts(z.object({ version: versionField }), form);
  return defineEndpoint({
    operationId: `staffContract_${action}`,
    summary: `Contract page: ${action}`,
    method: "POST",
    access: { staff: "editor" },
    params,
    // Keeps what was sent, so that the page can show it again.
    body: z.unknown().transform((sent, context) => {
      const read = fields.safeParse(sent);
      if (read.success) return { sent, wanted: read.data };
      passOn(read.error, context, sent);
      return z.NEVER;
    }),
    findMore: ({ principal, ...sent }, known) =>
      amounts ? findAmountsOutOfCurrency(toOwner(principal), sent, amounts, known) : [],
    handler: async ({ principal, params: { contractId }, body: { sent, wanted }, context }) => {
      const caller = toContractCaller(principal, context);
      const which = { ...wanted, contractId, expectedVersion: Number(wanted.version) };
      const texts = z.record(z.string(), z.union([z.string(), z.array(z.string())])).parse(sent);
      const named = <T>(done: Promise<T>) => namingFields(done, staffDialogs[action]?.fieldOf);
      if (texts.tryOut) return toDryRunAnswer(await named(dryRun(caller, which)), texts, principal.shop);
      await named(run(caller, which));
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done: action });
      return redirect(`/admin/contracts/${contractId}?${search}`, 303);
    },
  });
}

/** Errors name the form's fields, also where the rule calls them by the names of parameters. */
async function namingFields<T>(done: Promise<T>, fieldOf: StaffDialog["fieldOf"] = {}): Promise<T> {
  try {
    return await done;
  } catch (error) {
    const errors = error instanceof ProblemError && error.code === "invalid_request" && error.extra.errors;
    if (!errors) throw error;
    throw invalidRequest(
      errors.map((each) => ({
        ...each,
        ...(each.parameter !== undefined && { parameter: fieldOf[each.parameter] ?? each.parameter }),
      })),
    );
  }
}
