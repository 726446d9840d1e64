import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ImportForm } from "~/components/imports/import-form";
import { ImportList } from "~/components/imports/import-list";
import { isUnfinished } from "~/components/imports/import-words";
import { PageHeader } from "~/components/page-header";
import { useLookingAgain } from "~/components/use-looking-again";
import { importsAction, importsLoader } from "~/features/imports/imports.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { importsAction as action, importsLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Import") }];

export default function ImportsPage() {
  const { imports, mayImport, now } = useLoaderData<typeof importsLoader>();
  const result = useActionData<typeof importsAction>();
  useLookingAgain(imports.some(({ status }) => isUnfinished(status)));
  return (
    <div className="pn-page">
      <PageHeader
        title="Import"
        note="Products, customers and contracts from your commerce platform’s exports."
      />
      {mayImport ? (
        <ImportForm result={result} />
      ) : (
        <p className="pn-card">Your role can view imports. Ask an editor or the owner to start one.</p>
      )}
      {imports.length > 0 && <ImportList imports={imports} now={now} />}
    </div>
  );
}
