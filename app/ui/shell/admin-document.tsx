import { ColorSchemeScript, MantineProvider } from "@mantine/core";
import mantineStyles from "@mantine/core/styles.css";
import { Notifications } from "@mantine/notifications";
import type { LinksFunction } from "@remix-run/node";
import type { ReactNode } from "react";
import { useNonce, useStyleNonce } from "~/lib/nonce";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import adminStyles from "./admin.css";
import { theme } from "./theme";

/** Stylesheets of every admin page, by URL: a side-effect import would land in one bundle for the portal as well. */
export const adminLinks: LinksFunction = () => [
  { rel: "stylesheet", href: mantineStyles },
  { rel: "stylesheet", href: adminStyles },
];

/** The shell of every admin page: theme, colour scheme before the first paint, toasts. */
export function AdminDocument({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const getStyleNonce = useStyleNonce();
  return (
    <>
      <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      <MantineProvider
        theme={theme}
        // The theme's variables are in a style sheet (app/ui/styles/theme.css): here they would be built, sent and
        // parsed with every page.
        withCssVariables={false}
        withStaticClasses={false}
        // No page uses `hiddenFrom` or `visibleFrom`.
        withGlobalClasses={false}
        defaultColorScheme="auto"
        getStyleNonce={getStyleNonce}
      >
        {children}
        <Toasts />
      </MantineProvider>
    </>
  );
}

/** Only in the browser: the library prepares six empty containers for toasts, and renders none on the server. */
const Toasts = () => (useHydrated() ? <Notifications position="bottom-right" /> : null);
