import { Button } from "@mantine/core";
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconRepeat from "@tabler/icons-react/dist/esm/icons/IconRepeat.mjs";
import { useMemo } from "react";
import listStyles from "~/components/contracts/list.css";
import { ListChips } from "~/components/contracts/list-chips";
import { ListPager } from "~/components/contracts/list-pager";
import { SelectionBar, SelectPage, useSelection } from "~/components/contracts/list-selection";
import { ListTable } from "~/components/contracts/list-table";
import { ListTabs } from "~/components/contracts/list-tabs";
import { ListToolbar } from "~/components/contracts/list-toolbar";
import { SavedViewsMenu } from "~/components/contracts/saved-views-menu";
import { DoneNote } from "~/components/done-note";
import { NothingMatches, NothingYet } from "~/components/empty-state";
import { PageHeader } from "~/components/page-header";
import { useAdminShell } from "~/components/use-admin-shell";
import { contractListPageLoader } from "~/features/contracts/contract-list-page.endpoints.server";
import {
  parseListState,
  toListHref,
  toViewSearch,
  withoutFilters,
  withoutRefused,
} from "~/features/contracts/contract-list-url";
import { savedViewsAction } from "~/features/saved-views/saved-views.endpoints.server";
import { hasRole } from "~/http/principal";
import { pageTitle } from "~/lib/page-title";

export { contractListPageLoader as loader, savedViewsAction as action };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: listStyles }];
export const meta: MetaFunction = () => [{ title: pageTitle("Contracts") }];

const DONE = { view_saved: "View saved", view_renamed: "View renamed", view_deleted: "View deleted" };

export default function ContractsPage() {
  const page = useLoaderData<typeof contractListPageLoader>();
  const [search] = useSearchParams();
  const state = useMemo(() => parseListState(search), [search]);
  const selection = useSelection(page.rows);
  const isLoading = useNavigation().location?.pathname === "/admin/contracts";
  const shown = withoutRefused(state, Object.keys(page.problems));
  const viewSearch = toViewSearch(shown);
  const exportHref = `/admin/contracts.csv${viewSearch && "?"}${viewSearch}`;
  const mayChange = hasRole(useAdminShell().role, "editor");
  const isEmptyShop = page.rows.length === 0 && viewSearch === "" && page.previousHref === null;
  if (isEmptyShop) return <NoContracts />;
  return (
    <div className="pn-page" data-width="full">
      <PageHeader title="Contracts">
        <SavedViewsMenu views={page.views} state={shown} />
        <a href={exportHref} download className="cl-button">
          <IconDownload size={16} aria-hidden />
          Export CSV
        </a>
      </PageHeader>
      <DoneNote messages={DONE} />
      <section
        className="cl-card"
        aria-label="Contract list"
        aria-busy={isLoading}
        onChange={selection.onChange}
      >
        <ListTabs tabs={page.tabs} />
        <ListToolbar page={page} state={state} />
        <ListChips
          chips={page.chips}
          problems={page.problems}
          clearHref={toListHref(withoutFilters(state))}
        />
        {page.rows.length === 0 ? (
          <NothingMatches text="No contracts match these filters. Remove a filter or try another tab.">
            <Button component={Link} to="/admin/contracts" variant="default">
              Show all contracts
            </Button>
          </NothingMatches>
        ) : (
          <ListTable
            rows={page.rows}
            state={state}
            sort={page.sort}
            selectAll={<SelectPage selection={selection} size={page.rows.length} />}
          />
        )}
        {page.rows.length > 0 && <ListPager page={page} state={state} />}
        <SelectionBar
          selection={selection}
          size={page.rows.length}
          total={page.total}
          hasMore={page.nextHref !== null || page.previousHref !== null}
          exportAction={exportHref}
          bulkButtons={page.bulkButtons}
          bulkAction={mayChange ? `/admin/bulk-automations/new?intent=choose&${viewSearch}` : null}
        />
      </section>
    </div>
  );
}

function NoContracts() {
  return (
    <div className="pn-page" data-width="full">
      <PageHeader title="Contracts" />
      <NothingYet
        icon={IconRepeat}
        title="No contracts yet"
        text="Upload the files your commerce platform exports. A minute later, all your subscription contracts are here."
      >
        <Button component={Link} to="/admin/imports">
          Import contracts
        </Button>
      </NothingYet>
    </div>
  );
}
