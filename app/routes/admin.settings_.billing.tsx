import { useLoaderData } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import orderStyles from "~/features/billing/orders-admin/ui/orders.css";
import { RetryCard } from "~/features/billing/orders-admin/ui/retry-card";
import {
  billingSettingsAction,
  billingSettingsLoader,
} from "~/features/billing/settings-page/billing-settings.endpoints.server";
import { toRowNames } from "~/features/billing/settings-page/retry-phases";
import { SelectField } from "~/ui/form/form-fields";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormCard } from "~/ui/parts/card";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { billingSettingsAction as action, billingSettingsLoader as loader };

export const links = styledBy(orderStyles);
export const meta = titled("Billing settings");

const toPhaseLabels = (plan: "retry" | "stock", of: string) =>
  Object.fromEntries(
    toRowNames(plan).flatMap(({ tries, every }, row) => [
      [tries, `${of}, phase ${row + 1}: tries`],
      [every, `${of}, phase ${row + 1}: days apart`],
    ]),
  );

const LABELS = {
  billingHour: "Billing hour",
  endAction: "When the last try fails",
  stockEndAction: "Out of stock: when the last try fails",
  ...toPhaseLabels("retry", "Failed payments"),
  ...toPhaseLabels("stock", "Out of stock"),
};

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

export default function BillingSettingsPage() {
  const { fields, version, timeZone, gateway, mayEdit } = useLoaderData<typeof billingSettingsLoader>();
  const form = useSavedForm(fields, useAnswer<typeof billingSettingsAction>());
  const [typed, setTyped] = useState<Record<string, string> | null>(null);
  const initial = Object.fromEntries(
    Object.entries(form.values).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
  const values = typed ?? initial;
  const follow = (event: FormEvent<HTMLDivElement>) => {
    const element = event.currentTarget.querySelector("form");
    if (element)
      setTyped(Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)])));
  };
  const shared = {
    ...form,
    discard: () => {
      setTyped(null);
      form.discard();
    },
  };
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title="Billing settings"
        note={mayEdit ? undefined : "Only an owner of the shop can change these settings."}
        back={{ to: "/admin/settings", label: "Settings" }}
      />
      <DoneNote messages={{ saved: "Billing settings saved" }} />
      {gateway === "none" && (
        <p className="pn-banner pn-tone" data-tone="warn">
          Nothing is charged: this shop has not chosen a payment gateway yet.
        </p>
      )}
      <div onInput={follow}>
        <SavedForm
          form={shared}
          labels={LABELS}
          version={version}
          reload="Load the current settings"
          mayEdit={mayEdit}
        >
          <FormCard title="Daily billing">
            <SelectField
              name="billingHour"
              description={`Orders and retries are charged from this hour on, in the time zone ${timeZone}.`}
              options={HOURS}
            />
          </FormCard>
          <RetryCard
            plan="retry"
            endName="endAction"
            title="Failed payments"
            note="Counted from the first failure. Customers are told after the second one, and at once if only they can fix it; a new payment method is tried at once."
            values={values}
          />
          <RetryCard
            plan="stock"
            endName="stockEndAction"
            title="Out of stock"
            note="For orders with a product that is out of stock."
            values={values}
          />
        </SavedForm>
      </div>
    </div>
  );
}
