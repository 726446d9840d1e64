import { Button } from "@mantine/core";
import { Link, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import { hasRole } from "~/access/principal";
import {
  contractListAction,
  contractListPageLoader,
} from "~/features/contract-list/contract-list-page.endpoints.server";
import { ColumnMenu } from "~/features/contract-list/ui/column-menu";
import listStyles from "~/features/contract-list/ui/list.css";
import { ListPager } from "~/features/contract-list/ui/list-pager";
import { ListTable, useCalmImages } from "~/features/contract-list/ui/list-table";
import { ListToolbar } from "~/features/contract-list/ui/list-toolbar";
import {
  parseListState,
  toListHref,
  toListSearch,
  toViewSearch,
  withoutFilters,
  withoutRefused,
} from "~/features/contracts/list/contract-list-url";
import type { ListProblems } from "~/features/contracts/list-page/contract-list-query";
import { CONTRACT_STATUS_LABELS } from "~/features/contracts/status-labels";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { IconDownload, IconRepeat } from "~/ui/icons/icons";
import { ListChips } from "~/ui/list/list-chips";
import { ListPage, ListTabs, NoMatches } from "~/ui/list/list-page";
import { SavedViewsMenu, VIEWS_DONE } from "~/ui/list/saved-views-menu";
import { SelectionBar, SelectPage, useSelection } from "~/ui/list/selection";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { contractListAction as action, contractListPageLoader as loader };

export const links = styledBy(listStyles);
export const meta = titled("Contracts");

const DONE = { ...VIEWS_DONE, columns: "Columns changed" };

const PLACES = { sort: "Sort", size: "Page size", page: "Page", cursor: "Page" } as const;

/** Errors of parameters other than filters. */
const toOtherProblems = (problems: ListProblems): string[] =>
  (["sort", "size", "page", "cursor"] as const).flatMap((name) =>
    problems[name] ? [`${PLACES[name]}: ${problems[name]}`] : [],
  );

export default function ContractsPage() {
  const page = useLoaderData<typeof contractListPageLoader>();
  const { rows, tabs } = page;
  const [search] = useSearchParams();
  const state = useMemo(() => parseListState(search), [search]);
  const selection = useSelection(rows);
  const isLoading = useNavigation().location?.pathname === "/admin/contracts";
  const shown = withoutRefused(state, Object.keys(page.problems));
  const viewSearch = toViewSearch(shown);
  const mark = useShopMark();
  const exportHref = `/admin/contracts.csv${viewSearch && "?"}${viewSearch}`;
  const mayChange = hasRole(useAdminShell().role, "editor");
  return (
    <ListPage
      title="Contracts"
      isWide
      done={DONE}
      nothingYet={
        rows.length === 0 &&
        viewSearch === "" &&
        page.previousHref === null && {
          icon: IconRepeat,
          title: "No contracts yet",
          text: mayChange
            ? "Upload the files your commerce platform exports. A minute later, all your subscription contracts are here."
            : "Ask an editor or the owner to import them.",
          action: mayChange && (
            <div className="pn-actions">
              <Button component={Link} to="/admin/imports">
                Import contracts
              </Button>
              <Button component={Link} to="/admin/contracts/new" variant="default">
                New contract
              </Button>
            </div>
          ),
        }
      }
      actions={
        <>
          <SavedViewsMenu
            all="All contracts"
            path="/admin/contracts"
            views={page.views}
            here={toListSearch(shown)}
            kept={viewSearch}
          />
          <ColumnMenu columns={page.columns} state={shown} />
          <a href={mark(exportHref)} download className="pn-button">
            <IconDownload size={16} />
            Export CSV
          </a>
          {mayChange && (
            <Button component={Link} to="/admin/contracts/new">
              New contract
            </Button>
          )}
        </>
      }
    >
      <section
        ref={useCalmImages(rows)}
        className="pn-list-card"
        aria-label="Contract list"
        aria-busy={isLoading}
        onChange={selection.onChange}
      >
        <ListTabs
          label="Status"
          tabs={tabs.map((tab) => ({
            ...tab,
            label: tab.status === null ? "All" : CONTRACT_STATUS_LABELS[tab.status].label,
          }))}
        />
        <ListToolbar page={page} state={state} />
        <ListChips
          chips={page.chips}
          problems={toOtherProblems(page.problems)}
          clearHref={toListHref(withoutFilters(state))}
        />
        {rows.length === 0 ? (
          <NoMatches
            text="No contracts match these filters. Remove a filter or try another tab."
            to="/admin/contracts"
            label="Show all contracts"
          />
        ) : (
          <>
            <ListTable
              rows={rows}
              columns={page.columns}
              state={state}
              sort={page.sort}
              tickAll={<SelectPage selection={selection} size={rows.length} />}
            />
            <ListPager page={page} state={state} />
          </>
        )}
        <SelectionBar
          selection={selection}
          size={rows.length}
          total={page.total}
          hasMore={page.nextHref !== null || page.previousHref !== null}
          noun="contracts"
          exportAction={exportHref}
        >
          {mayChange &&
            page.bulkButtons.map(({ value, label, isDanger }) => (
              <button
                key={value}
                type="submit"
                name="change"
                value={value}
                formAction={mark(`/admin/bulk-automations/new?intent=choose&${viewSearch}`)}
                className="pn-button"
                data-danger={isDanger}
              >
                {label}
              </button>
            ))}
        </SelectionBar>
      </section>
    </ListPage>
  );
}
