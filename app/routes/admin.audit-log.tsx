import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { AUDIT_AREAS } from "~/features/audit-log/audit-areas";
import { auditLogLoader } from "~/features/audit-log/audit-log.endpoints.server";
import { AUDIT_COLUMNS } from "~/features/audit-log/ui/audit-columns";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { DataTable } from "~/ui/list/data-table";
import { DayField, FilterSelect, ListSearch } from "~/ui/list/filter-form";
import { ListCard, ListPage, ListPages, NoMatches } from "~/ui/list/list-page";
import { ErrorView } from "~/ui/shell/error-view";
import { titled } from "~/ui/shell/page-exports";

export { auditLogLoader as loader };

export const meta = titled("Audit log");

const PATH = "/admin/audit-log";

export default function AuditLogPage() {
  const { entries, older, isFirstPage, q, area, from, to } = useLoaderData<typeof auditLogLoader>();
  const mark = useShopMark();
  const toQuery = (more: Record<string, string> = {}) =>
    new URLSearchParams({
      ...(q && { q }),
      ...(area && { area }),
      ...(from && { from }),
      ...(to && { to }),
      ...more,
    }).toString();
  return (
    <ListPage
      title="Audit log"
      note="Sign-ins, every change of staff, keys, settings, bundles and discount codes, imports and bulk changes, and customers exported or erased. Changes to a contract are on the contract’s page."
      back={{ to: "/admin/settings", label: "Settings" }}
      actions={
        <Button component="a" href={mark(`${PATH}.csv?${toQuery()}`)} download variant="default">
          Export CSV
        </Button>
      }
    >
      <ListSearch label="Search the audit log" placeholder="Name, e-mail or address" value={q}>
        <FilterSelect name="area" aria-label="Part" value={area ?? ""}>
          <option value="">All parts</option>
          {Object.entries(AUDIT_AREAS).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </FilterSelect>
        <DayField name="from" label="From" value={from} />
        <DayField name="to" label="To" value={to} />
      </ListSearch>
      {entries.length > 0 ? (
        <ListCard label="Audit log">
          <DataTable rows={entries} columns={AUDIT_COLUMNS} shared={null} />
        </ListCard>
      ) : (
        <NoMatches text="Nothing matches." to={PATH} label="Show everything" />
      )}
      <ListPages
        steps={[
          ["Newest", !isFirstPage && `?${toQuery()}`],
          ["Older", older !== null && `?${toQuery({ before: String(older) })}`],
        ]}
      />
    </ListPage>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/settings" backLabel="Go to settings" />;
}
