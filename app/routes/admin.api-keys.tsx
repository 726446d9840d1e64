import { Button } from "@mantine/core";
import { Link, type MetaFunction, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { ApiKeyForm } from "~/components/api-keys/api-key-form";
import { AgoText, DateText } from "~/components/date-text";
import { DoneNote } from "~/components/done-note";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { apiKeysAction, apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import { pageTitle } from "~/lib/page-title";
import { FormDialog } from "~/ui/form-dialog";
import { ShownOnce } from "~/ui/shown-once";

export { apiKeysAction as action, apiKeysLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("API keys") }];

export default function ApiKeysPage() {
  const result = useActionData<typeof apiKeysAction>();
  const created = result?.ok ? result.result : null;
  return (
    <div className="pn-page">
      <PageHeader
        title="API keys"
        note={
          <>
            API keys let other software read and change this shop’s contracts.{" "}
            <a href="/api/docs">API docs</a>
          </>
        }
      />
      <DoneNote messages={{ revoked: "Key revoked" }} />
      {created && (
        <ShownOnce
          key={created.id}
          title={`The key “${created.name}” is ready`}
          text="Copy it now and keep it safe. It will not be shown again."
          label="API key"
          value={created.key}
        />
      )}
      <KeyList />
      <ApiKeyForm key={created?.id ?? 0} result={result} />
      <RevokeDialog />
    </div>
  );
}

function KeyList() {
  const { keys, now } = useLoaderData<typeof apiKeysLoader>();
  if (keys.length === 0) return null;
  return (
    <section className="pn-card pn-card-flush" aria-label="Keys">
      <table className="pn-table pn-table-stacks">
        <thead>
          <tr>
            <th>Name</th>
            <th>Key</th>
            <th>Scope</th>
            <th>Created</th>
            <th>Last used</th>
            <th>State</th>
            <th>
              <span className="pn-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id} data-muted={key.state !== "LIVE" || undefined}>
              <td className="pn-table-main">{key.name}</td>
              <td data-label="Key">
                <code>{key.hint}</code>
              </td>
              <td data-label="Scope">{key.scope === "write" ? "Read and write" : "Read"}</td>
              <td data-label="Created">
                <DateText at={key.createdAt} /> <span className="pn-dimmed">by {key.createdBy}</span>
              </td>
              <td data-label="Last used">
                {key.lastUsedAt ? (
                  <AgoText at={key.lastUsedAt} now={now} />
                ) : (
                  <span className="pn-dimmed">Never</span>
                )}
              </td>
              <td data-label="State">
                <StatusBadge status={key.state} />
              </td>
              <td data-align="end">
                {key.state === "LIVE" && (
                  <Button
                    component={Link}
                    to={`?revoke=${key.id}`}
                    preventScrollReset
                    variant="default"
                    size="xs"
                  >
                    Revoke<span className="pn-hidden"> {key.name}</span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Opened by the address, so that it also works without scripts. */
function RevokeDialog() {
  const { keys } = useLoaderData<typeof apiKeysLoader>();
  const [search] = useSearchParams();
  const key = keys.find(({ id, state }) => String(id) === search.get("revoke") && state === "LIVE");
  if (!key) return null;
  return (
    <FormDialog
      title={`Revoke “${key.name}”?`}
      text="Software that uses this key loses access immediately. This cannot be undone, but you can create a new key."
      cancel="/admin/api-keys"
      action="?intent=revoke"
      confirm="Revoke key"
      isHarsh
      hidden={{ id: key.id }}
    />
  );
}
