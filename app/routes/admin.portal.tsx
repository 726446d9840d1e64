import { Button } from "@mantine/core";
import { Form, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { DoneNote } from "~/components/done-note";
import { FormProblem, findProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { LivePreview } from "~/components/portal-settings/live-preview";
import {
  ActionFields,
  LookFields,
  ReasonFields,
  RuleFields,
  WordFields,
} from "~/components/portal-settings/settings-fields";
import { SaveBar } from "~/components/save-bar";
import { useDirtyForm } from "~/components/use-dirty-form";
import {
  portalSettingsAction,
  portalSettingsLoader,
} from "~/features/portal/portal-settings.endpoints.server";
import { LANGUAGE_NAMES, MAX_REASONS, SETTING_LABELS } from "~/features/portal/portal-settings-words";
import { pageTitle } from "~/lib/page-title";

export { portalSettingsAction as action, portalSettingsLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Portal") }];

const LABELS: Record<string, string> = {
  ...SETTING_LABELS,
  ...Object.fromEntries(
    Array.from({ length: MAX_REASONS }, (_, row) => [
      [`reason-${row}-text`, `Reason ${row + 1}`],
      [`reason-${row}-code`, `Discount code of reason ${row + 1}`],
    ]).flat(),
  ),
};

export default function PortalSettingsPage() {
  const { fields, wordsLanguage, own, products, mayEdit } = useLoaderData<typeof portalSettingsLoader>();
  const answer = useActionData<typeof portalSettingsAction>();
  const [discarded, setDiscarded] = useState<typeof answer>();
  const result = answer === discarded ? undefined : answer;
  const { formRef, formKey, isDirty, discard } = useDirtyForm(fields);
  const isSaving = useNavigation().formMethod === "POST";
  const submitted = toSubmitted(result);
  // A refused form holds what was sent, boxes that were not ticked included.
  const values = findProblem(result) ? submitted : fields;
  const props = { values, messages: toFieldMessages(result), disabled: !mayEdit };
  const discardAll = () => {
    setDiscarded(answer);
    discard();
  };
  return (
    <div className="pn-page">
      <PageHeader
        title="Portal"
        note={
          mayEdit
            ? "What customers see and can do when they open the link from their e-mail."
            : "Only an editor or owner of the shop can change these settings."
        }
      />
      <DoneNote messages={{ saved: "Portal saved" }} />
      <div className="pn-portal">
        <Form method="post" ref={formRef} key={formKey} className="pn-portal-form">
          <FormProblem result={result} labels={LABELS} />
          {findProblem(result)?.code === "stale_version" && (
            <Button component="a" href="/admin/portal" variant="default" mb="md">
              Load the current settings
            </Button>
          )}
          <input type="hidden" name="updatedAt" value={values.updatedAt ?? ""} />
          <LookFields {...props} />
          <ActionFields {...props} />
          <WordFields {...props} language={wordsLanguage} own={own} />
          <ReasonFields {...props} rows={MAX_REASONS} language={LANGUAGE_NAMES[wordsLanguage]} />
          <RuleFields {...props} products={products} />
          {mayEdit && <SaveBar isDirty={isDirty} isSaving={isSaving} onDiscard={discardAll} />}
        </Form>
        <LivePreview
          page="/admin/portal/preview"
          title="The portal with these settings"
          formRef={formRef}
          formKey={formKey}
          language={wordsLanguage}
        />
      </div>
    </div>
  );
}
