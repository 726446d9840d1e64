import { Button } from "@mantine/core";
import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconRepeat from "@tabler/icons-react/dist/esm/icons/IconRepeat.mjs";
import { useMemo } from "react";
import listStyles from "~/components/contracts/list.css";
import { ListPager } from "~/components/contracts/list-pager";
import { ListTable, useCalmImages } from "~/components/contracts/list-table";
import { ListToolbar } from "~/components/contracts/list-toolbar";
import { SavedViewsMenu } from "~/components/contracts/saved-views-menu";
import { toStatusWord } from "~/components/status-badge";
import { useAdminShell } from "~/components/use-admin-shell";
import type { BulkChange } from "~/features/bulk-automations/bulk-change";
import { contractListPageLoader } from "~/features/contracts/contract-list-page.endpoints.server";
import type { ListProblems } from "~/features/contracts/contract-list-query";
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
import { ListChips } from "~/ui/list-chips";
import { ListPage, ListTabs, NoMatches } from "~/ui/list-page";
import { SelectionBar, SelectPage, useSelection } from "~/ui/selection";

export { contractListPageLoader as loader, savedViewsAction as action };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: listStyles }];
export const meta: MetaFunction = () => [{ title: pageTitle("Contracts") }];

const DONE = { view_saved: "View saved", view_renamed: "View renamed", view_deleted: "View deleted" };

/** Each leads to its preview; nothing changes before. */
const BULK_BUTTONS: { change: BulkChange; label: string; isDanger?: true }[] = [
  { change: "PAUSE", label: "Pause" },
  { change: "RESUME", label: "Resume" },
  { change: "DELIVERY_PRICE", label: "Change delivery price" },
  { change: "CANCEL", label: "Cancel contracts", isDanger: true },
];

const PLACES = { sort: "Sort", size: "Page size", page: "Page", cursor: "Page" } as const;

/** What is wrong in the address beside the filters. */
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
          text: "Upload the files your commerce platform exports. A minute later, all your subscription contracts are here.",
          action: (
            <Button component={Link} to="/admin/imports">
              Import contracts
            </Button>
          ),
        }
      }
      actions={
        <>
          <SavedViewsMenu views={page.views} state={shown} />
          <a href={exportHref} download className="pn-button">
            <IconDownload size={16} aria-hidden />
            Export CSV
          </a>
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
            label: tab.status === null ? "All" : toStatusWord(tab.status),
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
            BULK_BUTTONS.map(({ change, label, isDanger }) => (
              <button
                key={change}
                type="submit"
                name="change"
                value={change}
                formAction={`/admin/bulk-automations/new?intent=choose&${viewSearch}`}
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
