import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { apiKeysLoader } from "~/features/api-keys/api-keys.endpoints.server";
import type { ActionResult } from "~/lib/problem";
import type { Choices } from "~/ui/form/choice-fields";
import { FormDialog } from "~/ui/form/form-dialog";
import { fieldsNamed } from "~/ui/form/named-fields";
import type { ListedKey } from "./api-key-list";

const CANCEL = "/admin/api-keys";
const LABELS = { overlap: "The old secret works for" };
const { ChoiceField } = fieldsNamed<keyof typeof LABELS>();

const OVERLAPS: Choices = [
  ["0", "No longer"],
  ["1", "1 hour"],
  ["24", "24 hours"],
  ["168", "7 days"],
];

/** Opened by an address, so that they also work without scripts. */
export function ApiKeyDialogs({ result }: { result: ActionResult<unknown> | undefined }) {
  const { keys } = useLoaderData<typeof apiKeysLoader>();
  const [search] = useSearchParams();
  const find = (name: string) => keys.find(({ id }) => String(id) === search.get(name));
  const [revoked, rotated] = [find("revoke"), find("rotate")];
  if (revoked?.state === "LIVE" || revoked?.state === "ENDING") return <RevokeDialog {...revoked} />;
  // Refused because somebody else was faster: the dialog stays, with the reason.
  if (rotated && (rotated.canRotate || result?.ok === false))
    return <RotateDialog {...rotated} result={result} />;
  return null;
}

function RevokeDialog({ id, name, state }: ListedKey) {
  const isOld = state === "ENDING";
  return (
    <FormDialog
      title={isOld ? `Revoke the old secret of “${name}”?` : `Revoke “${name}”?`}
      text={
        isOld
          ? "Software that still uses the old secret loses access immediately. The new one keeps working."
          : "Software that uses this key loses access immediately. This cannot be undone, but you can create a new key."
      }
      cancel={CANCEL}
      action="?intent=revoke"
      confirm={isOld ? "Revoke old secret" : "Revoke key"}
      isHarsh
      hidden={{ id }}
    />
  );
}

function RotateDialog({ id, name, result }: ListedKey & { result: ActionResult<unknown> | undefined }) {
  return (
    <FormDialog
      title={`New secret for “${name}”?`}
      text="The key keeps its name, access and addresses, and expires after the same time as before, counted from now. The new secret is shown once. If others may have seen the old one, end it at once."
      cancel={CANCEL}
      action={`?rotate=${id}&intent=rotate`}
      confirm="Create a new secret"
      hidden={{ id }}
      result={result}
      labels={LABELS}
    >
      <ChoiceField name="overlap" options={OVERLAPS} initial="24" />
    </FormDialog>
  );
}
