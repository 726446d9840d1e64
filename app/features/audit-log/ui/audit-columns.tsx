import type { useLoaderData } from "@remix-run/react";
import type { auditLogLoader } from "~/features/audit-log/audit-log.endpoints.server";
import type { Column } from "~/ui/list/data-table";
import { FieldChanges } from "~/ui/parts/field-changes";

type Entry = ReturnType<typeof useLoaderData<typeof auditLogLoader>>["entries"][number];

export const AUDIT_COLUMNS: Column<Entry, null>[] = [
  {
    title: "What",
    isMain: true,
    cell: ({ action, changes }) => (
      <>
        <strong className="pn-strong">{action}</strong>
        <FieldChanges changes={changes} />
      </>
    ),
  },
  { title: "Who", cell: ({ actor }) => <bdi>{actor}</bdi> },
  { title: "From", cell: ({ address }) => address && <span className="pn-number">{address}</span> },
  {
    title: "When",
    cell: ({ instant, when }) => (
      <time dateTime={instant} className="pn-number">
        {when}
      </time>
    ),
  },
];
