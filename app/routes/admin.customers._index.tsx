import { useLoaderData } from "@remix-run/react";
import {
  customerListLoader,
  customerViewsAction,
} from "~/features/customers/list-page/customer-list-page.endpoints.server";
import { CUSTOMER_COLUMNS, isWithoutActive } from "~/features/customers/ui/customer-columns";
import { formatDate } from "~/lib/format";
import { IconUsers } from "~/ui/icons/icons";
import { DataTable } from "~/ui/list/data-table";
import { ListSearch } from "~/ui/list/filter-form";
import { ListChips } from "~/ui/list/list-chips";
import { ListCard, ListPage, ListPages, NoMatches } from "~/ui/list/list-page";
import { SavedViewsMenu, VIEWS_DONE } from "~/ui/list/saved-views-menu";
import { titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { customerListLoader as loader, customerViewsAction as action };

export const meta = titled("Customers");

export default function CustomersPage() {
  const { rows, search, only, on, kept, here, views, total, previousHref, nextHref } =
    useLoaderData<typeof customerListLoader>();
  return (
    <ListPage
      title="Customers"
      note="Everyone who has, or had, a contract."
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
            columns={CUSTOMER_COLUMNS}
            shared={here && `?list=${encodeURIComponent(here)}`}
            label="Customers"
            isMuted={isWithoutActive}
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
