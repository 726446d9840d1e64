import { Outlet, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { AdminDocument, adminLinks } from "~/components/admin-document";
import { AdminFrame } from "~/components/admin-frame";
import { ErrorView } from "~/components/error-view";
import { useFoundAdminShell } from "~/components/use-admin-shell";
import { adminShellLoader } from "~/features/staff/staff.endpoints.server";

export { adminLinks as links, adminShellLoader as loader };

/** Name, role and shop change by forms only; every page's own loader checks the session anyway. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod !== undefined && formMethod !== "GET" && defaultShouldRevalidate;

export default function AdminLayout() {
  return (
    <AdminDocument>
      <AdminFrame shell={useLoaderData<typeof adminShellLoader>()}>
        <Outlet />
      </AdminFrame>
    </AdminDocument>
  );
}

/** Errors of every page below, with the navigation still around them where the layout itself could load. */
export function ErrorBoundary() {
  const shell = useFoundAdminShell();
  return (
    <AdminDocument>
      {shell ? (
        <AdminFrame shell={shell}>
          <ErrorView />
        </AdminFrame>
      ) : (
        <main id="main" className="pn-lone">
          <ErrorView />
        </main>
      )}
    </AdminDocument>
  );
}
