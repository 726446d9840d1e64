import { redirect } from "@remix-run/node";
import { z } from "zod";
import { findAmountsOutOfCurrency } from "~/features/contracts/operations/definition/amounts-in-currency.server";
import {
  type OperationCaller,
  toContractCaller,
  toOwner,
} from "~/features/contracts/operations/definition/contract-operation.server";
import type { ContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { versionField } from "~/features/contracts/operations/definition/form-fields";
import type { DialogButton, StaffDialog } from "~/features/contracts/operations/definition/staff-dialog";
import { getOrderPlace } from "~/features/order-schedule/order-place.service.server";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import { staffForm } from "~/http/endpoint/staff-page.server";
import { passOn } from "~/http/request/field-errors";
import { pageId } from "~/http/request/page-fields";
import { invalidRequest, ProblemError } from "~/lib/problem";
import { inParts } from "~/lib/schemas/in-parts";
import type { DryRunAnswer } from "~/ui/form/dry-run";
import { toDryRunAnswer } from "./staff-dry-run";

type StaffForms = Record<string, Endpoint<Response | DryRunAnswer>>;

/** A page of the admin that has forms of operations. */
type StaffPage<P extends z.ZodType> = {
  of: "Contract" | "Order";
  params: P;
  /** Whether the page has the dialog of this button. */
  has(button: DialogButton | undefined): boolean;
  toPath(params: z.output<P>): string;
  /** The contract, and whatever else the page's address says about what is wanted: it outweighs the form. */
  find(
    caller: OperationCaller,
    params: z.output<P>,
  ): { contractId: number } | Promise<{ contractId: number }>;
};

/** A page with forms of operations: its own way to name its address and its contract. */
const definePageForms =
  <P extends z.ZodType>(page: StaffPage<P>) =>
  (operations: readonly ContractOperation<string>[]): StaffForms =>
    Object.fromEntries(
      operations.flatMap((operation) =>
        Object.entries(operation.staffForms)
          .filter(([action]) => page.has(operation.staffDialogs[action]?.button))
          .map(([action, body]) => [action, defineStaffAction(page, action, body, operation)]),
      ),
    );

/** The contract page's forms for operations, by `intent`. */
export const toStaffForms = definePageForms({
  of: "Contract",
  params: z.object({ contractId: pageId }),
  has: () => true,
  toPath: ({ contractId }) => `/admin/contracts/${contractId}`,
  find: (_caller, { contractId }) => ({ contractId }),
});

/** The order page's forms for operations, by `intent`. */
export const toOrderForms = definePageForms({
  of: "Order",
  params: z.object({ orderId: pageId }),
  has: (button) => button?.at === "order",
  toPath: ({ orderId }) => `/admin/orders/${orderId}`,
  find: (caller, { orderId }) => getOrderPlace(caller, orderId, null),
});

/**
 * A form of such a page. It carries the version its texts described, so that a change made by somebody else meanwhile
 * is not overwritten but refused; afterwards the page reports by `intent` what was done. Sent with `tryOut` it changes
 * nothing: the answer is what orders would cost, or the refusal.
 */
function defineStaffAction<P extends z.ZodType>(
  { of, params, toPath, find }: StaffPage<P>,
  action: string,
  form: z.ZodType<object>,
  { amounts, run, dryRun, staffDialogs }: ContractOperation<string>,
): Endpoint<Response | DryRunAnswer> {
  const fields = inParts(z.object({ version: versionField }), form);
  return staffForm(`staff${of}_${action}`, "editor", {
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
    handler: async ({ principal, params: inAddress, body: { sent, wanted }, context }) => {
      const place = inAddress as z.output<P>;
      const caller = toContractCaller(principal, context);
      const which = { ...wanted, ...(await find(caller, place)), expectedVersion: Number(wanted.version) };
      const texts = z.record(z.string(), z.union([z.string(), z.array(z.string())])).parse(sent);
      const named = <T>(done: Promise<T>) => namingFields(done, staffDialogs[action]?.fieldOf);
      if (texts.tryOut) return toDryRunAnswer(await named(dryRun(caller, which)), texts, principal.shop);
      await named(run(caller, which));
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done: action });
      return redirect(`${toPath(place)}?${search}`, 303);
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
