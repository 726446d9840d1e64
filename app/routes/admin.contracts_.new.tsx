import { useLoaderData } from "@remix-run/react";
import { newContractAction, newContractLoader } from "~/features/new-contract/new-contract.endpoints.server";
import { ContractForm } from "~/features/new-contract/ui/contract-form";
import { CustomerStep } from "~/features/new-contract/ui/customer-step";
import newContractStyles from "~/features/new-contract/ui/new-contract.css";
import type { ActionResult } from "~/lib/problem";
import { useAnswer } from "~/ui/hooks/use-answer";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";
import recordStyles from "~/ui/styles/record.css";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { newContractAction as action, newContractLoader as loader };

export const links = styledBy(recordStyles, newContractStyles);

export const meta = titled("New contract");

export default function NewContractPage() {
  const page = useLoaderData<typeof newContractLoader>();
  const result = useAnswer<ActionResult<unknown>>();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="New contract" back={{ to: "/admin/contracts", label: "Contracts" }} />
      {page.step === "customer" ? (
        <CustomerStep search={page.search} found={page.found} />
      ) : (
        <ContractForm key={page.customer?.id ?? "new"} page={page} result={result} />
      )}
    </div>
  );
}
