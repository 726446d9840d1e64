import { useLoaderData } from "@remix-run/react";
import { KEPT_DAYS, KEPT_NAMES, toUsualText } from "~/features/retention/kept-days";
import { retentionAction, retentionLoader } from "~/features/retention/retention.endpoints.server";
import { TextField } from "~/ui/form/form-fields";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormCard } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { retentionAction as action, retentionLoader as loader };

export const meta = titled("How long data is kept");

const LABELS = Object.fromEntries(KEPT_NAMES.map((name) => [name, KEPT_DAYS[name].label]));

export default function RetentionPage() {
  const { fields, version, mayEdit } = useLoaderData<typeof retentionLoader>();
  const form = useSavedForm(fields, useAnswer<typeof retentionAction>());
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="How long data is kept"
        note={mayEdit ? undefined : "Only an owner of the shop can change these settings."}
        back={{ to: "/admin/settings", label: "Settings" }}
      />
      <DoneNote messages={{ saved: "Saved. Older data goes with the next daily run." }} />
      <SavedForm
        form={form}
        labels={LABELS}
        version={version}
        reload="Load the current settings"
        mayEdit={mayEdit}
      >
        <FormCard title="Days">
          <p className="pn-flush pn-dimmed">
            Older data is deleted once a day and cannot be restored. Messages still waiting to be sent are
            kept. Contracts, orders and their history are kept until the customer is erased.
          </p>
          {KEPT_NAMES.map((name) => {
            const { note, least, most, usual } = KEPT_DAYS[name];
            return (
              <TextField
                key={name}
                name={name}
                description={`${note} ${least} to ${most}; empty: ${toUsualText(name)}.`}
                placeholder={usual === null ? "for ever" : String(usual)}
                inputMode="numeric"
              />
            );
          })}
        </FormCard>
      </SavedForm>
    </div>
  );
}
