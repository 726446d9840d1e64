import { useLoaderData, useSearchParams } from "@remix-run/react";
import { apiKeysAction, apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import { ApiKeyDialogs } from "~/features/api-keys/ui/api-key-dialogs";
import { ApiKeyForm } from "~/features/api-keys/ui/api-key-form";
import { ApiKeyList } from "~/features/api-keys/ui/api-key-list";
import styles from "~/features/api-keys/ui/api-keys.css";
import { formatDateTime } from "~/lib/format";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { ListPage } from "~/ui/list/list-page";
import { ShownOnce } from "~/ui/parts/shown-once";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { apiKeysAction as action, apiKeysLoader as loader };

export const links = styledBy(styles);
export const meta = titled("API keys");

export default function ApiKeysPage() {
  const result = useAnswer<typeof apiKeysAction>();
  const { today } = useLoaderData<typeof apiKeysLoader>();
  const { timeZone } = useAdminShell().shop;
  const isRotating = useSearchParams()[0].has("rotate");
  const made = result?.ok ? result.result : null;
  return (
    <ListPage
      title="API keys"
      note={
        <>
          API keys let other software read and change this shop’s contracts. <a href="/api/docs">API docs</a>
        </>
      }
      done={{ revoked: "Key revoked" }}
    >
      {made && (
        <ShownOnce
          key={`secret ${made.id}`}
          title={`The key “${made.name}” is ready`}
          text={
            <>
              Copy it now and keep it safe. It will not be shown again.
              {made.oldEndsAt && ` The old secret ends on ${formatDateTime(made.oldEndsAt, timeZone)}.`}
            </>
          }
          label="API key"
          value={made.key}
        />
      )}
      <ApiKeyList />
      <ApiKeyForm key={`form ${made?.id}`} result={isRotating ? undefined : result} today={today} />
      <ApiKeyDialogs result={result} />
    </ListPage>
  );
}
