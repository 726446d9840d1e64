import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { importLoader } from "~/features/imports/imports.endpoints.server";
import { ImportBadge } from "~/features/imports/ui/import-badge";
import { ImportErrors } from "~/features/imports/ui/import-errors";
import { isUnfinished } from "~/features/imports/ui/import-labels";
import { ImportProgressCard } from "~/features/imports/ui/import-progress-card";
import { ImportResults } from "~/features/imports/ui/import-results";
import importStyles from "~/features/imports/ui/imports.css";
import { useLive } from "~/ui/hooks/use-live";
import { AgoText } from "~/ui/parts/date-text";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titledBy } from "~/ui/shell/page-exports";

export { importLoader as loader };

export const links = styledBy(importStyles);
export const meta = titledBy<typeof importLoader>((data) => `Import ${data.import.id}`, "Import");

export default function ImportPage() {
  const { import: current, errors, errorCount, keptCount, now } = useLoaderData<typeof importLoader>();
  useLive("imports", { isUnderWay: isUnfinished(current.status) });
  const contracts = current.files.find(({ file }) => file === "CONTRACTS");
  return (
    <div className="pn-page">
      <PageHeader
        title={`Import ${current.id}`}
        badge={<ImportBadge status={current.status} />}
        back={{ to: "/admin/imports", label: "Import" }}
        note={
          <>
            Started <AgoText at={current.createdAt} now={now} /> by {current.actorName}
            {current.isFullCatalogue && ", with the full catalogue"}
          </>
        }
      >
        {current.status === "COMPLETED" && contracts && (
          <Button component={Link} to="/admin/contracts">
            See the contracts
          </Button>
        )}
      </PageHeader>
      {current.failure && (
        <p role="alert" className="pn-problem pn-tone pn-import-failure" data-tone="bad">
          {current.failure}
        </p>
      )}
      <ImportProgressCard status={current.status} progress={current.progress} />
      <ImportResults files={current.files} />
      <ImportErrors importId={current.id} errors={errors} errorCount={errorCount} keptCount={keptCount} />
    </div>
  );
}
