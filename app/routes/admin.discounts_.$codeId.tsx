import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { discountCodeAction, discountCodeLoader } from "~/features/discounts/discount-codes.endpoints.server";
import { CODE_LABELS, CodeFields, type CodeFieldValues } from "~/features/discounts/ui/code-fields";
import { STATE_LABELS, toUseText } from "~/features/discounts/ui/code-labels";
import { Form } from "~/ui/form/form";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { DoneNote } from "~/ui/parts/done-note";
import { PageHeader } from "~/ui/parts/page-header";
import { StatusBadge } from "~/ui/parts/status-badge";
import { ErrorView } from "~/ui/shell/error-view";
import { titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { discountCodeAction as action, discountCodeLoader as loader };

export const meta = titledBy<typeof discountCodeLoader>(
  (data) => `Code ${data.code.code}`,
  "Discount code not found",
);

export default function DiscountCodePage() {
  const { code, mayEdit } = useLoaderData<typeof discountCodeLoader>();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title={code.code}
        badge={<StatusBadge {...STATE_LABELS[code.state]} />}
        note={
          <>
            Used <span className="pn-number">{toUseText(code)}</span>
            {code.useLimit === null && (code.uses === 1 ? " time" : " times")}.{" "}
            {mayEdit
              ? "Contracts that already have this code keep the discount they were given."
              : "Ask an editor or the owner to change it."}
          </>
        }
        back={{ to: "/admin/discounts", label: "Discount codes" }}
      >
        {mayEdit && (
          <Form method="post" action="?intent=switch">
            <input type="hidden" name="isActive" value={String(!code.isActive)} />
            <Button type="submit" variant="default">
              {code.isActive ? "Switch off" : "Switch on"}
            </Button>
          </Form>
        )}
      </PageHeader>
      <DoneNote
        messages={{
          created: "Discount code created",
          saved: "Discount code saved",
          switched_on: "Discount code switched on",
          switched_off: "Discount code switched off",
        }}
      />
      <CodeForm />
    </div>
  );
}

type Code = ReturnType<typeof useLoaderData<typeof discountCodeLoader>>["code"];

const toFields = (code: Code): CodeFieldValues => ({
  valueType: code.valueType,
  value: code.value,
  coverage: code.productIds === null ? "ALL" : "PRODUCTS",
  productIds: (code.productIds ?? []).join(","),
  startsOn: code.startsOn ?? "",
  endsOn: code.endsOn ?? "",
  cycleLimit: String(code.cycleLimit ?? ""),
  useLimit: String(code.useLimit ?? ""),
  isOncePerCustomer: String(code.isOncePerCustomer),
});

function CodeForm() {
  const { code, products, currencyCode, mayEdit } = useLoaderData<typeof discountCodeLoader>();
  const form = useSavedForm(toFields(code), useAnswer<typeof discountCodeAction>());
  return (
    <SavedForm
      form={form}
      labels={CODE_LABELS}
      action="?intent=save"
      version={code.updatedAt}
      reload="Load the current rules"
      mayEdit={mayEdit}
    >
      <CodeFields values={form.values} currencyCode={currencyCode} products={products} />
    </SavedForm>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/discounts" backLabel="Go to all discount codes" />;
}
