import { Outlet, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";
import { useFoundAdminShell } from "~/ui/hooks/use-admin-shell";
import { AdminDocument, adminLinks } from "~/ui/shell/admin-document";
import { AdminPageLayout } from "~/ui/shell/admin-layout";
import { ErrorView } from "~/ui/shell/error-view";

export { shouldRevalidateShell as shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { adminLinks as links, adminShellLoader as loader };

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
