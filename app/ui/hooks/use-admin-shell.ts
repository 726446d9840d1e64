import { useRouteLoaderData } from "@remix-run/react";
import type { AdminShell } from "./admin-shell";

/** The person signed in and the shop, within the admin layout; null where its loader failed or does not run. */
export function useFoundAdminShell(): AdminShell | null {
  return useRouteLoaderData<AdminShell>("routes/admin") ?? null;
}

/** As above, for pages: within the layout it is always there. */
export function useAdminShell(): AdminShell {
  const shell = useFoundAdminShell();
  if (!shell) throw new Error("useAdminShell is for pages within the admin layout.");
  return shell;
}
