import { Button } from "@mantine/core";
import { Form, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { DoneNote } from "~/components/done-note";
import { FormProblem, findProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { LivePreview } from "~/components/portal-settings/live-preview";
import { LogoCard } from "~/components/portal-settings/logo-card";
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
  logo: "Logo",
  ...Object.fromEntries(
    Array.from({ length: MAX_REASONS }, (_, row) => [
      [`reason-${row}-text`, `Reason ${row + 1}`],
      [`reason-${row}-code`, `Discount code of reason ${row + 1}`],
    ]).flat(),
  ),
};

export default function PortalSettingsPage() {
  const { fields, wordsLanguage, own, products, logo, mayEdit } =
    useLoaderData<typeof portalSettingsLoader>();
  const answer = useActionData<typeof portalSettingsAction>();
  const [discarded, setDiscarded] = useState<typeof answer>();
  const result = answer === discarded ? undefined : answer;
  const { formRef, formKey, isDirty, discard } = useDirtyForm(fields);
  const isSaving = useNavigation().formAction?.endsWith("intent=save") ?? false;
  const submitted = toSubmitted(result);
  // A refused form holds what was sent, boxes that were not ticked included; the logo's says nothing of the settings.
  const values = findProblem(result) && Object.keys(submitted).length > 0 ? submitted : fields;
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
            ? "What customers see and can do when they open the link in their e-mail."
            : "Only an editor or owner of the shop can change these settings."
        }
      />
      <DoneNote messages={{ saved: "Portal saved", logo: "Logo saved", "logo-removed": "Logo removed" }} />
      <div className="pn-portal">
        <div className="pn-portal-form">
          <FormProblem result={result} labels={LABELS} />
          <LogoCard logo={logo} error={props.messages.logo} mayEdit={mayEdit} language={wordsLanguage} />
          <Form method="post" action="?intent=save" ref={formRef} key={formKey}>
            {findProblem(result)?.code === "stale_version" && (
              <Button component="a" href="/admin/portal" variant="default" mb="md">
                Load the latest settings
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
        </div>
        <LivePreview
          key={logo?.src}
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
