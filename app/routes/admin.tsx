import { type MetaFunction, Outlet, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { pageTitle } from "~/lib/page-title";
import { useFoundAdminShell } from "~/ui/hooks/use-admin-shell";
import { AdminDocument, adminLinks } from "~/ui/shell/admin-document";
import { AdminPageLayout } from "~/ui/shell/admin-layout";
import { toErrorPresentation } from "~/ui/shell/error-presentation";
import { ErrorView } from "~/ui/shell/error-view";

export { shouldRevalidateShell as shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { adminLinks as links, adminShellLoader as loader };

/** The pages below set their own titles; this one is for their errors, which are shown in this layout. */
export const meta: MetaFunction = ({ error }) => [
  { title: error ? pageTitle(toErrorPresentation(error).title) : "Perennial" },
];

export default function AdminLayout() {
  const shell = useLoaderData<typeof adminShellLoader>();
  return (
    <AdminDocument>
      <AdminPageLayout shell={shell}>
        {shell.shop.gateway === "test" && <NoMoneyNote />}
        {/* What somebody has typed for one shop must not stay where the tab goes on with another. */}
        <Fragment key={shell.shop.id}>
          <Outlet />
        </Fragment>
      </AdminPageLayout>
    </AdminDocument>
  );
}

/** Shown on every page of a shop on the test gateway (wire.md §5). */
function NoMoneyNote() {
  return (
    <p className="pn-no-money pn-tone" data-tone="warn">
      Test gateway: no money moves.
    </p>
  );
}

/** Errors of every page below, with the navigation still around them if the layout itself could load. */
export function ErrorBoundary() {
  const shell = useFoundAdminShell();
  return (
    <AdminDocument>
      {shell ? (
        <AdminPageLayout shell={shell}>
          <ErrorView />
        </AdminPageLayout>
      ) : (
        <main id="main" className="pn-centered">
          <ErrorView />
        </main>
      )}
    </AdminDocument>
  );
}
