import { Button } from "@mantine/core";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { bundleListAction, bundleListLoader } from "~/features/bundles/admin/bundle-admin.endpoints.server";
import { BundleTable } from "~/features/bundles/admin/ui/bundle-table";
import bundleStyles from "~/features/bundles/admin/ui/bundles.css";
import type { BundleTab } from "~/features/bundles/configure/bundle-editor";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { IconPackage } from "~/ui/icons/icons";
import { ListSearch } from "~/ui/list/filter-form";
import { ListCard, ListPage, ListPages, ListTabs, NoMatches } from "~/ui/list/list-page";
import { ConfirmDialog } from "~/ui/parts/confirm-dialog";
import { FormProblem } from "~/ui/parts/form-problem";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { bundleListAction as action, bundleListLoader as loader };

export const links = styledBy(bundleStyles);
export const meta = titled("Bundles");

const DONE = {
  activated: "Bundle opened",
  deactivated: "Bundle closed",
  duplicated: "Bundle copied",
  archived: "Bundle archived",
  restored: "Bundle restored",
};
const TABS: { tab: BundleTab; label: string }[] = [
  { tab: "all", label: "All" },
  { tab: "active", label: "Open" },
  { tab: "inactive", label: "Not open" },
  { tab: "archived", label: "Archived" },
];

export default function BundlesPage() {
  const page = useLoaderData<typeof bundleListLoader>();
  const result = useAnswer<typeof bundleListAction>();
  const here = toListSearch(page.tab, page.search, page.page);
  const newBundle = page.mayEdit && <NewBundle list={here} />;
  return (
    <ListPage
      title="Bundles"
      note={page.total > 0 && "Boxes that customers fill themselves or buy ready-made."}
      isWide
      done={DONE}
      actions={newBundle}
      nothingYet={
        page.total === 0 && {
          icon: IconPackage,
          title: "No bundles yet",
          text: "Let customers build a box, mix and match, or buy two and get one: pick products, set the discount, and share the link.",
          action: newBundle,
        }
      }
    >
      <FormProblem result={result} />
      <ListCard label="Bundle list">
        <ListTabs
          label="Which bundles"
          tabs={TABS.map(({ tab, label }) => ({
            label,
            href: toHref(tab, page.search, 0),
            isCurrent: tab === page.tab,
          }))}
        />
        <ListSearch label="Search bundles" placeholder="Name or handle" value={page.search}>
          <input type="hidden" name="tab" value={page.tab} />
        </ListSearch>
        {page.rows.length === 0 ? (
          <NoMatches
            text="No matching bundles. Try another tab or search term."
            to="/admin/bundles"
            label="Show all bundles"
          />
        ) : (
          <BundleTable page={page} search={here} />
        )}
      </ListCard>
      <ListPages
        steps={[
          ["Previous", page.page > 0 && toHref(page.tab, page.search, page.page - 1)],
          ["Next", page.hasNext && toHref(page.tab, page.search, page.page + 1)],
        ]}
      />
      <ArchiveDialog />
    </ListPage>
  );
}

function toListSearch(tab: BundleTab, search: string, page: number): string {
  const query = new URLSearchParams();
  if (tab !== "all") query.set("tab", tab);
  if (search) query.set("q", search);
  if (page > 0) query.set("page", String(page));
  return query.toString();
}

function toHref(...state: Parameters<typeof toListSearch>): string {
  const search = toListSearch(...state);
  return search ? `/admin/bundles?${search}` : "/admin/bundles";
}

/** @param list the list's address without `?`, to which the new bundle's page leads back */
const NewBundle = ({ list }: { list: string }) => (
  <Button component={Link} to={`/admin/bundles/new${list && `?list=${encodeURIComponent(list)}`}`}>
    New bundle
  </Button>
);

/** Opened by an address, so that it also works without scripts. */
function ArchiveDialog() {
  const { rows } = useLoaderData<typeof bundleListLoader>();
  const [search] = useSearchParams();
  const bundle = rows.find(({ id, isArchived }) => String(id) === search.get("archive") && !isArchived);
  if (!bundle) return null;
  const rest = new URLSearchParams(search);
  rest.delete("archive");
  const back = new URLSearchParams(rest);
  rest.set("intent", "archive");
  return (
    <ConfirmDialog
      title={`Archive “${bundle.name}”?`}
      text="Customers can no longer open it, and it leaves this list. You find it in the tab “Archived” and can restore it from there."
      cancel={`/admin/bundles?${back}`}
    >
      <Form method="post" action={`?${rest}`} preventScrollReset>
        <input type="hidden" name="bundleId" value={bundle.id} />
        <Button type="submit" color="red">
          Archive bundle
        </Button>
      </Form>
    </ConfirmDialog>
  );
}
