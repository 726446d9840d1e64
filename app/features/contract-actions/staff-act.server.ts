import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { ChangedContract } from "~/features/contracts/contract-change.service.server";
import { type OperationCaller, toContractCaller } from "~/features/contracts/contract-operation.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { notFound } from "~/http/problem";

const params = z.object({ contractId: z.string() });
const version = z.coerce.number().int();

/**
 * A form of the contract page. It carries the version its words were about, so that what somebody else has changed
 * meanwhile is refused and not overwritten; afterwards the page says what was done.
 */
export function defineStaffAct<B extends z.ZodType>({
  act,
  body,
  run,
}: {
  /** The intent; the page says by it what was done. */
  act: string;
  body: B;
  run(
    caller: OperationCaller,
    which: { contractId: number; expectedVersion: number },
    body: z.output<B>,
  ): Promise<ChangedContract>;
}) {
  return defineEndpoint({
    operationId: `staffContract_${act}`,
    summary: `Contract page: ${act}`,
    method: "POST",
    access: { staff: "editor" },
    params,
    body: z.intersection(z.object({ version }), body) as z.ZodType<{ version: number } & z.output<B>>,
    handler: async ({ principal, params: { contractId: given }, body: input, context }) => {
      const contractId = Number(/^\d{1,15}$/.exec(given)?.[0] ?? Number.NaN);
      if (Number.isNaN(contractId)) throw notFound("There is no such contract.");
      const which = { contractId, expectedVersion: input.version };
      await run(toContractCaller(principal, context), which, input);
      const list = context.url.searchParams.get("list");
      const search = new URLSearchParams({ ...(list && { list }), done: act });
      return redirect(`/admin/contracts/${contractId}?${search}`, 303);
    },
  });
}
