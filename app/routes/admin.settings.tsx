import { Button, TextInput } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { settingsAction, settingsLoader } from "~/features/shops/settings.endpoints.server";
import { Form } from "~/ui/form/form";
import { fieldsNamed } from "~/ui/form/named-fields";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { ROLE_LABELS } from "~/ui/hooks/admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { Card, FormCard } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { settingsAction as action, settingsLoader as loader };

export const meta = titled("Settings");

const LABELS = {
  name: "Shop name",
  publicDomain: "Public domain",
  portalPath: "Portal path",
  timeZone: "Time zone",
  currencyCode: "Currency",
  ratePerSecond: "Calls a second",
  rateBurst: "Calls at once",
};

const { TextField, SelectField } = fieldsNamed<keyof typeof LABELS>();

export default function SettingsPage() {
  const { mayEdit, staff } = useLoaderData<typeof settingsLoader>();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Settings"
        note={mayEdit ? undefined : "Only an owner of the shop can change these settings."}
      >
        <Button component={Link} to="/admin/staff" variant="default">
          Staff
        </Button>
        {mayEdit && (
          <Button component={Link} to="/admin/audit-log" variant="default">
            Audit log
          </Button>
        )}
        <Button component={Link} to="/admin/settings/billing" variant="default">
          Billing settings
        </Button>
        <Button component={Link} to="/admin/settings/retention" variant="default">
          Data kept
        </Button>
        {mayEdit && (
          <Button component={Link} to="/admin/settings/close" variant="default">
            Close this shop
          </Button>
        )}
      </PageHeader>
      <DoneNote messages={{ saved: "Settings saved", proven: "Public domain verified" }} />
      <SettingsForm />
      <DomainProof />
      <Card
        title="Staff"
        more={
          <Link to="/admin/insights/digest" className="pn-more">
            Your weekly digest
          </Link>
        }
      >
        <ul className="pn-plain pn-list">
          {staff.map((member) => (
            <li key={member.id}>
              <span className="pn-text">
                <strong>{member.name}</strong>
                <span className="pn-dimmed">{member.email}</span>
              </span>
              <span>{ROLE_LABELS[member.role]}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

type Fields = Record<keyof typeof LABELS, string>;

/** The settings as values of the form's fields. */
const toFields = (
  settings: Omit<Fields, "publicDomain" | "ratePerSecond" | "rateBurst"> & {
    publicDomain: string | null;
    ratePerSecond: number | null;
    rateBurst: number | null;
  },
): Fields => ({
  name: settings.name,
  publicDomain: settings.publicDomain ?? "",
  portalPath: settings.portalPath,
  timeZone: settings.timeZone,
  currencyCode: settings.currencyCode,
  ratePerSecond: settings.ratePerSecond?.toString() ?? "",
  rateBurst: settings.rateBurst?.toString() ?? "",
});

const toRateNote = (meaning: string, most: number | null): string =>
  `${meaning} ${most === null ? "Leave empty for no limit." : `At most ${most}; leave empty for the usual limit.`}`;

function SettingsForm() {
  const { settings, origin, mayEdit, timeZones, currencyCodes, highestRate } =
    useLoaderData<typeof settingsLoader>();
  const { answer } = useFormOf("save", useAnswer<typeof settingsAction>());
  const form = useSavedForm(toFields(settings), answer);
  return (
    <SavedForm
      form={form}
      labels={LABELS}
      action="?intent=save"
      version={settings.updatedAt}
      reload="Load the current settings"
      mayEdit={mayEdit}
      className="pn-section"
    >
      <FormCard title="Shop">
        <TextField name="name" required maxLength={200} />
        <TextInput
          label="Store domain"
          description="Set by the commerce platform. It cannot be changed."
          value={settings.storeDomain}
          readOnly
          variant="filled"
        />
      </FormCard>
      <FormCard title="Customer portal">
        <TextField
          name="publicDomain"
          description="Where customers see the shop, such as shop.example.com. Leave empty to use the store domain."
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          name="portalPath"
          description={`Links to the portal begin with ${origin}/${settings.portalPath}`}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormCard>
      <Card title="Region">
        <div className="pn-grid">
          <SelectField name="timeZone" description="Billing dates use this time zone." options={timeZones} />
          <SelectField name="currencyCode" description="For new prices and totals." options={currencyCodes} />
        </div>
      </Card>
      <Card title="Limits of each API key">
        <div className="pn-grid">
          <TextField
            name="ratePerSecond"
            description={toRateNote("In the long run.", highestRate.ratePerSecond)}
            inputMode="numeric"
          />
          <TextField
            name="rateBurst"
            description={toRateNote("Before the limit above holds.", highestRate.rateBurst)}
            inputMode="numeric"
          />
        </div>
      </Card>
    </SavedForm>
  );
}

/** What is still missing for a new public domain to be used. */
function DomainProof() {
  const { record, settings, activeDomain, mayEdit } = useLoaderData<typeof settingsLoader>();
  const { answer, isBusy } = useFormOf("check", useAnswer<typeof settingsAction>());
  if (!record) return null;
  return (
    <FormCard title={`Verify ${settings.publicDomain}`}>
      <p>
        To show that this domain is yours, add a TXT record where you manage its DNS. Until it is found, links
        use {activeDomain}.
      </p>
      <TextInput label="Name of the TXT record" value={record.name} readOnly variant="filled" />
      <TextInput label="Value of the TXT record" value={record.text} readOnly variant="filled" />
      <FormProblem result={answer} />
      <p className="pn-dimmed">Keep the record: it is checked again every day.</p>
      {mayEdit && (
        <Form method="post" action="?intent=check" preventScrollReset>
          <Button type="submit" variant="default" loading={isBusy}>
            Check now
          </Button>
        </Form>
      )}
    </FormCard>
  );
}
