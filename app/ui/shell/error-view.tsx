import { Button } from "@mantine/core";
import { Link, useRouteError } from "@remix-run/react";
import { toErrorPresentation } from "./error-presentation";

/**
 * An error in place of the page's content. For ErrorBoundaries within the admin: the layout keeps its navigation around
 * it, so a page needs one of its own only for another link back.
 */
export function ErrorView({ backTo = "/admin", backLabel = "Go to the home page" }) {
  const { status, title, detail, requestId } = toErrorPresentation(useRouteError());
  return (
    <section className="pn-empty" aria-labelledby="error-title">
      <p className="pn-empty-kicker">{status}</p>
      <h1 id="error-title" className="pn-empty-title">
        {title}
      </h1>
      <p className="pn-empty-text">{detail}</p>
      <div className="pn-actions">
        <Button component={Link} to={backTo}>
          {backLabel}
        </Button>
        {status >= 500 && (
          // A plain link to the same page: a full load, even if the scripts are what failed.
          <Button component="a" href="" variant="default">
            Try again
          </Button>
        )}
      </div>
      {requestId && (
        <p className="pn-empty-note">
          Request id <code>{requestId}</code>
        </p>
      )}
    </section>
  );
}
