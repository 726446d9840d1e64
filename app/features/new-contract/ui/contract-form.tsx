import { Link, useNavigation } from "@remix-run/react";
import { useId, useState } from "react";
import { ADDRESS_LABELS, AddressFields } from "~/features/contract-page/ui/fields/address-fields";
import type { FormStep } from "~/features/new-contract/new-contract.endpoints.server";
import type { getNewContractPage } from "~/features/new-contract/new-contract.service.server";
import { listFormLines, type SentForm, toFormLabels } from "~/features/new-contract/new-contract-form";
import { INTERVAL_UNITS } from "~/lib/interval-units";
import { MAX_INTERVAL_COUNT, MAX_LINE_OF_TEXT, MAX_NOTE } from "~/lib/limits";
import type { ActionResult } from "~/lib/problem";
import { SubmitRow } from "~/ui/form/answered-fields";
import { ChoiceField } from "~/ui/form/choice-fields";
import { DryRun, toSent } from "~/ui/form/dry-run";
import { Form } from "~/ui/form/form";
import { SelectField, TextAreaField, TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { NumberField } from "~/ui/form/number-field";
import { Card, FormCard } from "~/ui/parts/card";
import { FormProblem, toFieldMessages } from "~/ui/parts/form-problem";
import { CollapsedFields } from "./collapsed-fields";
import { FormLines } from "./form-lines";

type Page = Extract<Awaited<ReturnType<typeof getNewContractPage>>, { step: "contract" }>;
type Props = { page: Page; result: ActionResult<unknown> | undefined };

const DELIVERIES = [
  { value: "SHIPPING", label: "Shipping" },
  { value: "LOCAL_DELIVERY", label: "Local delivery" },
  { value: "PICKUP", label: "Pickup" },
  { value: "NONE", label: "Nothing is delivered" },
];

function findStep(result: ActionResult<unknown> | undefined): FormStep | null {
  const answer = result?.ok ? result.result : null;
  return typeof answer === "object" && answer !== null && "found" in answer ? (answer as FormStep) : null;
}

/** With a customer and products there is something to compute. */
const isReady = (fields: FormData): boolean =>
  (fields.has("customerId") || String(fields.get("email")).includes("@")) &&
  [...fields.keys()].some((name) => name.startsWith("variant"));

/**
 * Everything about a new contract in one form. Values that were refused, or sent to search a product, are shown again.
 */
export function ContractForm({ page, result }: Props) {
  const formId = useId();
  const isSaving = useNavigation().formMethod === "POST";
  const step = findStep(result);
  const sent: SentForm = step?.sent ?? (toSent(result) as SentForm);
  const lines = listFormLines(sent);
  const labels = { ...ADDRESS_LABELS, ...toFormLabels(lines) };
  const action = page.customer ? `?customerId=${page.customer.id}` : "?customer=new";
  return (
    <>
      <FormProblem result={result} labels={labels} />
      <Form id={formId} method="post" action={action} preventScrollReset noValidate className="pn-stack">
        <input type="hidden" name="formKey" value={sent.formKey ?? page.formKey} />
        <FormFields labels={labels} values={sent} messages={toFieldMessages(result)}>
          <CustomerFields customer={page.customer} />
          <FormCard title="Products with each order">
            <FormLines
              initial={lines}
              plans={page.linePlans}
              currencyCode={page.currencyCode}
              found={step?.found ?? null}
            />
          </FormCard>
          <Schedule page={page} initialPlan={sent.sellingPlanId ?? ""} />
          <FormCard title="Delivery">
            <SelectField name="deliveryMethodType" options={DELIVERIES} initial="SHIPPING" />
            <AddressFields isOptional {...page} />
            <TextField name="deliveryPrice" initial="0" suffix={page.currencyCode} inputMode="decimal" />
          </FormCard>
          <FormCard title="Payment and discount">
            <SelectField
              name="paymentMethodId"
              options={[{ value: "", label: "None yet: the customer is asked" }, ...page.methods]}
            />
            <DiscountFields currencyCode={page.currencyCode} />
          </FormCard>
          <FormCard title="Note">
            <TextAreaField name="note" rows={2} maxLength={MAX_NOTE} dir="auto" />
          </FormCard>
        </FormFields>
        <DryRun
          formId={formId}
          action={action}
          label="Show what an order costs"
          result={result}
          isReady={isReady}
        />
        <SubmitRow isBusy={isSaving} cancel="/admin/contracts">
          Create contract
        </SubmitRow>
      </Form>
    </>
  );
}

function CustomerFields({ customer }: Pick<Page, "customer">) {
  if (!customer)
    return (
      <FormCard title="New customer" more={<Link to="/admin/contracts/new">Find a customer</Link>}>
        <TextField name="email" type="email" maxLength={MAX_LINE_OF_TEXT} />
        <div className="pn-unequal">
          <TextField name="newFirstName" maxLength={MAX_LINE_OF_TEXT} />
          <TextField name="newLastName" maxLength={MAX_LINE_OF_TEXT} />
        </div>
      </FormCard>
    );
  const { id, name, email } = customer;
  return (
    <Card title="Customer" more={<Link to="/admin/contracts/new">Another customer</Link>}>
      <input type="hidden" name="customerId" value={id} />
      <p className="pn-strong">
        <bdi>{name}</bdi>
      </p>
      {email !== name && <p className="pn-dimmed">{email}</p>}
    </Card>
  );
}

/** A plan has a frequency of its own. */
function Schedule({ page, initialPlan }: { page: Page; initialPlan: string }) {
  const [plan, setPlan] = useState(initialPlan);
  return (
    <FormCard title="Frequency">
      {page.plans.length > 0 && (
        <SelectField
          name="sellingPlanId"
          initial={initialPlan}
          onChoose={setPlan}
          options={[{ value: "", label: "None: as below" }, ...page.plans]}
        />
      )}
      <div className="pn-unequal" hidden={plan !== ""}>
        <NumberField name="intervalCount" initial={1} min={1} max={MAX_INTERVAL_COUNT.DAY} />
        <SelectField name="interval" initial="MONTH" options={INTERVAL_UNITS} />
      </div>
      <TextField name="nextDay" type="date" initial={page.firstDay} min={page.firstDay} />
      <CollapsedFields summary="More terms" names={["endDay", "minCycles", "maxCycles"]}>
        <TextField
          name="endDay"
          type="date"
          min={page.firstDay}
          description="The last day on which an order is made."
        />
        <div className="pn-unequal">
          <TextField
            name="minCycles"
            inputMode="numeric"
            description="Orders before the customer may cancel."
          />
          <TextField name="maxCycles" inputMode="numeric" description="Orders, then the contract ends." />
        </div>
      </CollapsedFields>
    </FormCard>
  );
}

const DiscountFields = ({ currencyCode }: { currencyCode: string }) => (
  <fieldset className="pn-plain pn-stack">
    <legend className="pn-group-title">Discount (optional)</legend>
    <TextField name="discountTitle" maxLength={MAX_LINE_OF_TEXT} dir="auto" />
    <ChoiceField
      name="kind"
      initial="PERCENTAGE"
      options={[
        ["PERCENTAGE", "Per cent"],
        ["FIXED_AMOUNT", `Amount in ${currencyCode}, once off each order`],
      ]}
    />
    <div className="pn-unequal">
      <TextField name="discountValue" inputMode="decimal" />
      <TextField name="cycles" inputMode="numeric" />
    </div>
  </fieldset>
);
