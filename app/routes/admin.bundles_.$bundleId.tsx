import { Button } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import {
  bundleEditorAction,
  bundleEditorLoader,
} from "~/features/bundles/admin/bundle-admin.endpoints.server";
import { BundleEditor } from "~/features/bundles/admin/ui/bundle-editor";
import bundleStyles from "~/features/bundles/admin/ui/bundles.css";
import { CopyLink } from "~/features/bundles/admin/ui/kit/copy-link";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { AgoText } from "~/ui/parts/date-text";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { StatusBadge } from "~/ui/parts/status-badge";
import { styledBy, titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { bundleEditorAction as action, bundleEditorLoader as loader };

export const links = styledBy(bundleStyles);
export const meta = titledBy<typeof bundleEditorLoader>(
  ({ bundle }) => bundle.name || "New bundle",
  "New bundle",
);

const DONE = { created: "Bundle created", saved: "Bundle saved", undone: "Last save undone" };

export default function BundlePage() {
  const page = useLoaderData<typeof bundleEditorLoader>();
  const result = useAnswer<typeof bundleEditorAction>();
  const [isBusy, setBusy] = useState(false);
  const { id, bundle, links: addresses, saved, now } = page;
  // The list as it was left; only ever appended to our own path.
  const list = useSearchParams()[0].get("list");
  return (
    <div className="pn-page" data-width="full">
      <PageHeader
        title={bundle.name || "New bundle"}
        badge={
          id !== null && (
            <BundleBadge isActive={bundle.subscriptionBundlingEnabled} isArchived={page.isArchived} />
          )
        }
        note={
          saved && (
            <>
              Saved <AgoText at={saved.at} now={now} /> by {saved.by}
            </>
          )
        }
        back={{ to: list ? `/admin/bundles?${list}` : "/admin/bundles", label: "Bundles" }}
      >
        {page.canUndo && page.mayEdit && (
          <Form
            method="post"
            action={`?${new URLSearchParams({ ...(list && { list }), intent: "undo" })}`}
            preventScrollReset
          >
            <input type="hidden" name="version" value={page.version} />
            <Button type="submit" variant="default" disabled={isBusy}>
              Undo last save
            </Button>
          </Form>
        )}
        {addresses && <CopyLink link={addresses.storefront} name={bundle.name} />}
        {addresses && bundle.subscriptionBundlingEnabled && (
          <Button component="a" href={addresses.here} target="_blank" rel="noopener" variant="default">
            Open page
          </Button>
        )}
      </PageHeader>
      <DoneNote messages={DONE} />
      <FormProblem result={result} />
      {page.unsold.length > 0 && (
        <p className="pn-problem pn-tone" data-tone="warn">
          No selling plan matches {page.unsold.map((name) => `“${name}”`).join(", ")}. Choose or make one
          under “How often”. Until then customers can buy the box, but not this way.
        </p>
      )}
      <BundleEditor key={id ?? "new"} page={page} onBusy={setBusy} />
    </div>
  );
}

function BundleBadge({ isActive, isArchived }: { isActive: boolean; isArchived: boolean }) {
  if (isArchived) return <StatusBadge label="Archived" tone="plain" />;
  return isActive ? <StatusBadge label="Open" tone="good" /> : <StatusBadge label="Not open" tone="plain" />;
}
