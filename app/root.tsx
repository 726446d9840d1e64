import { Links, Meta, type MetaFunction, Outlet, Scripts, ScrollRestoration } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { adoptPageNonce, useNonce } from "~/lib/nonce";
import { pageTitle } from "~/lib/page-title";
import { BareErrorPage } from "~/ui/shell/bare-error-page";
import { toErrorPresentation } from "~/ui/shell/error-presentation";

/** Pages set their own titles; this one is for errors that a page does not show itself, in the admin as well. */
export const meta: MetaFunction = ({ error }) => [
  { title: error ? pageTitle(toErrorPresentation(error).title) : "Perennial" },
];

export const links = () => [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  useEffect(adoptPageNonce, []);
  return (
    <html lang="en" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Shows every error that no page has caught, without any stylesheet but its own. */
export function ErrorBoundary() {
  return <BareErrorPage />;
}
