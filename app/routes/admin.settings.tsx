import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Form, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { DoneNote } from "~/components/done-note";
import { FormProblem, fieldId, findProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { SaveBar } from "~/components/save-bar";
import { useDirtyForm } from "~/components/use-dirty-form";
import { settingsAction, settingsLoader } from "~/features/shops/settings.endpoints.server";
import { ROLE_WORDS } from "~/features/staff/staff";
import { pageTitle } from "~/lib/page-title";

export { settingsAction as action, settingsLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Settings") }];

const LABELS = {
  name: "Shop name",
  publicDomain: "Public domain",
  portalPath: "Portal path",
  timeZone: "Time zone",
  currencyCode: "Currency",
};

export default function SettingsPage() {
  const { mayEdit, staff } = useLoaderData<typeof settingsLoader>();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Settings"
        note={mayEdit ? undefined : "Only an owner of the shop can change these settings."}
      />
      <DoneNote messages={{ saved: "Settings saved", proven: "Public domain verified" }} />
      <SettingsForm />
      <DomainProof />
      <section className="pn-card" aria-labelledby="staff-title">
        <h2 id="staff-title">Staff</h2>
        <ul className="pn-list pn-list-flush">
          {staff.map((member) => (
            <li key={member.id} className="pn-list-row">
              <span className="pn-list-main">
                <strong>{member.name}</strong>
                <span className="pn-dimmed">{member.email}</span>
              </span>
              <span>{ROLE_WORDS[member.role]}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Of the two forms that this page has, only the check of the domain meets a present state that forbids it. */
const isOfCheck = (answer: ReturnType<typeof useActionData<typeof settingsAction>>): boolean =>
  findProblem(answer)?.code === "conflict";

function useSaveAnswer() {
  const answer = useActionData<typeof settingsAction>();
  return isOfCheck(answer) ? undefined : answer;
}

type Fields = Record<keyof typeof LABELS, string>;

/** The settings as the form's fields hold them. */
const toFields = (settings: Omit<Fields, "publicDomain"> & { publicDomain: string | null }): Fields => ({
  name: settings.name,
  publicDomain: settings.publicDomain ?? "",
  portalPath: settings.portalPath,
  timeZone: settings.timeZone,
  currencyCode: settings.currencyCode,
});

function SettingsForm() {
  const { settings, origin, mayEdit, timeZones, currencyCodes } = useLoaderData<typeof settingsLoader>();
  const answer = useSaveAnswer();
  const [discarded, setDiscarded] = useState<typeof answer>();
  const result = answer === discarded ? undefined : answer;
  const { formRef, formKey, isDirty, discard } = useDirtyForm(toFields(settings));
  const isSaving = useNavigation().formAction?.includes("intent=save") ?? false;
  const messages = toFieldMessages(result);
  const submitted = toSubmitted(result);
  const field = (name: keyof typeof LABELS) => ({
    id: fieldId(name),
    name,
    label: LABELS[name],
    error: messages[name],
    disabled: !mayEdit,
    defaultValue: submitted[name] ?? toFields(settings)[name],
  });
  const discardAll = () => {
    setDiscarded(answer);
    discard();
  };
  return (
    <Form method="post" action="?intent=save" ref={formRef} key={formKey} className="pn-section">
      <FormProblem result={result} labels={LABELS} />
      {findProblem(result)?.code === "stale_version" && (
        <Button component="a" href="/admin/settings" variant="default" mb="md">
          Load the current settings
        </Button>
      )}
      <input type="hidden" name="updatedAt" value={submitted.updatedAt ?? settings.updatedAt} />
      <section className="pn-card" aria-labelledby="shop-title">
        <h2 id="shop-title">Shop</h2>
        <div className="pn-stack">
          <TextInput {...field("name")} required withAsterisk={false} maxLength={200} />
          <TextInput
            label="Store domain"
            description="Set by the commerce platform. It cannot be changed."
            value={settings.storeDomain}
            readOnly
            variant="filled"
          />
        </div>
      </section>
      <section className="pn-card" aria-labelledby="portal-title">
        <h2 id="portal-title">Customer portal</h2>
        <div className="pn-stack">
          <TextInput
            {...field("publicDomain")}
            description="Where customers see the shop, such as shop.example.com. Leave empty to use the store domain."
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextInput
            {...field("portalPath")}
            description={`Links to the portal begin with ${origin}/${settings.portalPath}`}
            required
            withAsterisk={false}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      </section>
      <section className="pn-card" aria-labelledby="region-title">
        <h2 id="region-title">Region</h2>
        <div className="pn-fields">
          <NativeSelect
            {...field("timeZone")}
            description="Billing dates use this time zone."
            data={timeZones}
          />
          <NativeSelect
            {...field("currencyCode")}
            description="For new prices and totals."
            data={currencyCodes}
          />
        </div>
      </section>
      {mayEdit && <SaveBar isDirty={isDirty} isSaving={isSaving} onDiscard={discardAll} />}
    </Form>
  );
}

/** What is still to be done for a new public domain to count. */
function DomainProof() {
  const { record, settings, activeDomain, mayEdit } = useLoaderData<typeof settingsLoader>();
  const answer = useActionData<typeof settingsAction>();
  const isChecking = useNavigation().formAction?.includes("intent=check") ?? false;
  if (!record) return null;
  return (
    <section className="pn-card" aria-labelledby="proof-title">
      <h2 id="proof-title">Verify {settings.publicDomain}</h2>
      <div className="pn-stack">
        <p>
          To show that this domain is yours, add a TXT record where you manage its DNS. Until it is found,
          links use {activeDomain}.
        </p>
        <TextInput label="Name of the TXT record" value={record.name} readOnly variant="filled" />
        <TextInput label="Value of the TXT record" value={record.text} readOnly variant="filled" />
        <FormProblem result={isOfCheck(answer) ? answer : undefined} />
        <p className="pn-dimmed">Keep the record: it is checked again every day.</p>
        {mayEdit && (
          <Form method="post" action="?intent=check" preventScrollReset>
            <Button type="submit" variant="default" loading={isChecking}>
              Check now
            </Button>
          </Form>
        )}
      </div>
    </section>
  );
}
