import { type MetaFunction, useLoaderData } from "@remix-run/react";
import {
  type CustomerRowView,
  customerListLoader,
  customerViewsAction,
} from "~/features/customers/list-page/customer-list-page.endpoints.server";
import { formatDate } from "~/lib/format";
import { pageTitle } from "~/lib/page-title";
import { IconUsers } from "~/ui/icons/icons";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { ListSearch } from "~/ui/list/filter-form";
import { ListChips } from "~/ui/list/list-chips";
import { ListCard, ListPage, ListPages, NoMatches } from "~/ui/list/list-page";
import { SavedViewsMenu, VIEWS_DONE } from "~/ui/list/saved-views-menu";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { customerListLoader as loader, customerViewsAction as action };

export const meta: MetaFunction = () => [{ title: pageTitle("Customers") }];

/** Shared by the rows: what leads back to the list as it is. */
const COLUMNS: Column<CustomerRowView, string>[] = [
  {
    title: "Customer",
    isMain: true,
    cell: ({ id, name }, backToList) => (
      <RowLink to={`/admin/customers/${id}${backToList}`}>
        <bdi>{name}</bdi>
      </RowLink>
    ),
  },
  { title: "E-mail", cell: ({ email }) => email ?? "—" },
  { title: "Active", isNumber: true, align: "end", cell: ({ active }) => active },
  { title: "Contracts", isNumber: true, align: "end", cell: ({ total }) => total },
  { title: "Next order", cell: ({ next }) => next ?? "—" },
];

const isMuted = ({ active }: CustomerRowView): boolean => active === 0;

export default function CustomersPage() {
  const { rows, search, only, on, kept, here, views, total, previousHref, nextHref } =
    useLoaderData<typeof customerListLoader>();
  return (
    <ListPage
      title="Customers"
      note="Everybody who has, or had, a contract."
      done={VIEWS_DONE}
      actions={
        <SavedViewsMenu all="All customers" path="/admin/customers" views={views} here={kept} kept={kept} />
      }
      nothingYet={
        rows.length === 0 &&
        kept === "" &&
        !previousHref && {
          icon: IconUsers,
          title: "No customers yet",
          text: "Customers appear here with their first contract.",
        }
      }
    >
      <ListSearch label="Search customers" placeholder="Name, e-mail or id" value={search}>
        {only && <input type="hidden" name="only" value={only} />}
        {on && <input type="hidden" name="on" value={on} />}
      </ListSearch>
      <ListCard label="Customers" title={total}>
        {only && (
          <ListChips
            chips={[
              {
                key: only,
                label: "Only",
                value: on
                  ? `Subscribers of ${formatDate(`${on}T12:00:00Z`, "UTC")}`
                  : "Subscribers, with an active or paused contract",
                problem: null,
                removeHref: `/admin/customers${search && `?${new URLSearchParams({ q: search })}`}`,
              },
            ]}
            problems={[]}
            clearHref="/admin/customers"
          />
        )}
        {rows.length === 0 ? (
          <NoMatches text="No customers match here." to="/admin/customers" label="Show all customers" />
        ) : (
          <DataTable
            rows={rows}
            columns={COLUMNS}
            shared={here && `?list=${encodeURIComponent(here)}`}
            label="Customers"
            isMuted={isMuted}
          />
        )}
        <ListPages
          steps={[
            ["Previous", previousHref ?? false],
            ["Next", nextHref ?? false],
          ]}
        />
      </ListCard>
    </ListPage>
  );
}
