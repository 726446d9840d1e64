import { Button } from "@mantine/core";
import type { LinksFunction } from "@remix-run/node";
import {
  Form,
  Link,
  type MetaFunction,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import IconPackage from "@tabler/icons-react/dist/esm/icons/IconPackage.mjs";
import { BundleTable } from "~/components/bundles/bundle-table";
import bundleStyles from "~/components/bundles/bundles.css";
import { DoneNote } from "~/components/done-note";
import { NothingMatches, NothingYet } from "~/components/empty-state";
import { FormProblem } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { bundleListAction, bundleListLoader } from "~/features/bundles/bundle-admin.endpoints.server";
import type { BundleTab } from "~/features/bundles/bundle-editor";
import { pageTitle } from "~/lib/page-title";
import { FormDialog } from "~/ui/form-dialog";

export { bundleListAction as action, bundleListLoader as loader };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: bundleStyles }];
export const meta: MetaFunction = () => [{ title: pageTitle("Bundles") }];

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
  const result = useActionData<typeof bundleListAction>();
  if (page.total === 0) return <NoBundles mayEdit={page.mayEdit} />;
  return (
    <div className="pn-page" data-width="full">
      <PageHeader title="Bundles" note="Boxes that customers fill themselves or buy ready-made.">
        {page.mayEdit && <NewBundle />}
      </PageHeader>
      <DoneNote messages={DONE} />
      <FormProblem result={result} />
      <section className="pn-card pn-card-flush" aria-label="Bundle list">
        <div className="bl-tools">
          <nav className="bl-tabs" aria-label="Which bundles">
            {TABS.map(({ tab, label }) => (
              <Link
                key={tab}
                to={toHref(tab, page.search, 0)}
                aria-current={tab === page.tab ? "page" : undefined}
                className="bl-tab"
              >
                {label}
              </Link>
            ))}
          </nav>
          <Form className="bl-search" role="search" key={page.search}>
            <input type="hidden" name="tab" value={page.tab} />
            <input
              type="search"
              name="q"
              className="bl-input"
              aria-label="Search bundles"
              placeholder="Name or handle"
              defaultValue={page.search}
            />
            <Button type="submit" variant="default">
              Search
            </Button>
          </Form>
        </div>
        {page.rows.length === 0 ? (
          <NothingMatches text="No matching bundles. Try another tab or search term.">
            <Button component={Link} to="/admin/bundles" variant="default">
              Show all bundles
            </Button>
          </NothingMatches>
        ) : (
          <BundleTable page={page} />
        )}
        {(page.page > 0 || page.hasNext) && (
          <nav className="bl-pager" aria-label="Pages">
            {page.page > 0 && <Link to={toHref(page.tab, page.search, page.page - 1)}>Previous</Link>}
            {page.hasNext && <Link to={toHref(page.tab, page.search, page.page + 1)}>Next</Link>}
          </nav>
        )}
      </section>
      <ArchiveDialog />
    </div>
  );
}

function toHref(tab: BundleTab, search: string, page: number): string {
  const query = new URLSearchParams();
  if (tab !== "all") query.set("tab", tab);
  if (search) query.set("q", search);
  if (page > 0) query.set("page", String(page));
  return query.size > 0 ? `/admin/bundles?${query}` : "/admin/bundles";
}

const NewBundle = () => (
  <Button component={Link} to="/admin/bundles/new">
    New bundle
  </Button>
);

function NoBundles({ mayEdit }: { mayEdit: boolean }) {
  return (
    <div className="pn-page" data-width="full">
      <PageHeader title="Bundles" />
      <NothingYet
        icon={IconPackage}
        title="No bundles yet"
        text="Let customers build a box, mix and match, or buy two and get one: pick products, set the discount, and share the link."
      >
        {mayEdit && <NewBundle />}
      </NothingYet>
    </div>
  );
}

/** Opened by the address, so that it also works without scripts. */
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
    <FormDialog
      title={`Archive “${bundle.name}”?`}
      text="Customers can no longer open it, and it leaves this list. You find it in the tab “Archived” and can restore it from there."
      cancel={`/admin/bundles?${back}`}
      action={`?${rest}`}
      confirm="Archive bundle"
      isHarsh
      hidden={{ bundleId: bundle.id }}
    />
  );
}
