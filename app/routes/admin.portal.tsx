import { useLoaderData } from "@remix-run/react";
import {
  portalSettingsAction,
  portalSettingsLoader,
} from "~/features/portal/settings/portal-settings.endpoints.server";
import { AttributeFieldRows } from "~/features/portal/settings/ui/attribute-field-rows";
import { LivePreview } from "~/features/portal/settings/ui/live-preview";
import { LogoCard } from "~/features/portal/settings/ui/logo-card";
import portalStyles from "~/features/portal/settings/ui/portal-settings.css";
import {
  ActionFields,
  ReasonFields,
  RuleFields,
  TextFields,
  ThemeFields,
} from "~/features/portal/settings/ui/settings-fields";
import {
  LANGUAGE_NAMES,
  MAX_ATTRIBUTE_FIELDS,
  MAX_REASONS,
  SETTING_LABELS,
} from "~/features/portal-settings/portal-settings-labels";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { portalSettingsAction as action, portalSettingsLoader as loader };

export const links = styledBy(portalStyles);
export const meta = titled("Portal");

const DETAIL_PARTS = {
  name: "name",
  label: "label",
  help: "help",
  choices: "choices",
  length: "length",
  products: "products",
  "words-label": "label in this language",
  "words-help": "help in this language",
  "words-choices": "choices in this language",
};

const LABELS: Record<string, string> = {
  ...SETTING_LABELS,
  logo: "Logo",
  ...Object.fromEntries(
    Array.from({ length: MAX_REASONS }, (_, row) => [
      [`reason-${row}-text`, `Reason ${row + 1}`],
      [`reason-${row}-code`, `Discount code of reason ${row + 1}`],
    ]).flat(),
  ),
  ...Object.fromEntries(
    Array.from({ length: MAX_ATTRIBUTE_FIELDS }, (_, row) =>
      Object.entries(DETAIL_PARTS).map(([part, label]) => [
        `field-${row}-${part}`,
        `Detail ${row + 1}: ${label}`,
      ]),
    ).flat(),
  ),
};

export default function PortalSettingsPage() {
  const { fields, wordsLanguage, own, products, logo, logoVersion, mayEdit } =
    useLoaderData<typeof portalSettingsLoader>();
  const form = useSavedForm(fields, useAnswer<typeof portalSettingsAction>());
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
      <div className="pn-beside">
        <SavedForm
          form={form}
          labels={LABELS}
          action={`?words=${wordsLanguage}&intent=save`}
          version={fields.version ?? ""}
          reload="Load the latest settings"
          mayEdit={mayEdit}
          before={
            <LogoCard
              logo={logo}
              version={logoVersion}
              error={form.messages.logo}
              mayEdit={mayEdit}
              language={wordsLanguage}
            />
          }
        >
          <ThemeFields />
          <ActionFields />
          <TextFields language={wordsLanguage} own={own} />
          <ReasonFields values={form.values} rows={MAX_REASONS} language={LANGUAGE_NAMES[wordsLanguage]} />
          <RuleFields products={products} />
          <AttributeFieldRows
            values={form.values}
            products={products}
            language={{ name: LANGUAGE_NAMES[wordsLanguage], isShops: wordsLanguage === fields.language }}
          />
        </SavedForm>
        <LivePreview
          key={logo?.src}
          page="/admin/portal/preview"
          title="The portal with these settings"
          formRef={form.formRef}
          formKey={form.formKey}
          language={wordsLanguage}
        />
      </div>
    </div>
  );
}
