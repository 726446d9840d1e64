import { useLoaderData } from "@remix-run/react";
import { importsAction, importsLoader } from "~/features/imports/imports.endpoints.server";
import { ImportForm } from "~/features/imports/ui/import-form";
import { isUnfinished } from "~/features/imports/ui/import-labels";
import { ImportList } from "~/features/imports/ui/import-list";
import importStyles from "~/features/imports/ui/imports.css";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useLive } from "~/ui/hooks/use-live";
import { ListPage } from "~/ui/list/list-page";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { importsAction as action, importsLoader as loader };

export const links = styledBy(importStyles);
export const meta = titled("Import");

export default function ImportsPage() {
  const { imports, mayImport, now } = useLoaderData<typeof importsLoader>();
  const result = useAnswer<typeof importsAction>();
  useLive("imports", { isUnderWay: imports.some(({ status }) => isUnfinished(status)) });
  return (
    <ListPage title="Import" note="Products, customers and contracts from your commerce platform’s exports.">
      {mayImport ? (
        <ImportForm result={result} />
      ) : (
        <p className="pn-card">Your role can view imports. Ask an editor or the owner to start one.</p>
      )}
      {imports.length > 0 && <ImportList imports={imports} now={now} />}
    </ListPage>
  );
}
