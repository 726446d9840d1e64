import { Button } from "@mantine/core";
import { Form, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { CODE_LABELS, CodeFields, type CodeFieldValues } from "~/components/discounts/code-fields";
import { toUseWords } from "~/components/discounts/code-words";
import { DoneNote } from "~/components/done-note";
import { ErrorView } from "~/components/error-view";
import { FormProblem, findProblem, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import { SaveBar } from "~/components/save-bar";
import { StatusBadge } from "~/components/status-badge";
import { useDirtyForm } from "~/components/use-dirty-form";
import { discountCodeAction, discountCodeLoader } from "~/features/discounts/discount-codes.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { discountCodeAction as action, discountCodeLoader as loader };

export const meta: MetaFunction<typeof discountCodeLoader> = ({ data }) => [
  { title: pageTitle(data ? `Code ${data.code.code}` : "Discount code not found") },
];

export default function DiscountCodePage() {
  const { code, mayEdit } = useLoaderData<typeof discountCodeLoader>();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title={code.code}
        badge={<StatusBadge status={code.state} />}
        note={
          <>
            Used <span className="pn-number">{toUseWords(code)}</span>
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
  const answer = useActionData<typeof discountCodeAction>();
  const [discarded, setDiscarded] = useState<typeof answer>();
  const result = answer === discarded ? undefined : answer;
  const saved = toFields(code);
  const { formRef, formKey, isDirty, discard } = useDirtyForm(saved);
  const isSaving = useNavigation().formAction?.includes("intent=save") ?? false;
  const submitted = toSubmitted(result);
  const discardAll = () => {
    setDiscarded(answer);
    discard();
  };
  return (
    <Form method="post" action="?intent=save" ref={formRef} key={formKey} className="pn-section">
      <FormProblem result={result} labels={CODE_LABELS} />
      {findProblem(result)?.code === "stale_version" && (
        <Button component="a" href={`/admin/discounts/${code.id}`} variant="default" mb="md">
          Load the current rules
        </Button>
      )}
      <input type="hidden" name="updatedAt" value={submitted.updatedAt ?? code.updatedAt} />
      <CodeFields
        values={{ ...saved, ...submitted }}
        messages={toFieldMessages(result)}
        currencyCode={currencyCode}
        products={products}
        disabled={!mayEdit}
      />
      {mayEdit && <SaveBar isDirty={isDirty} isSaving={isSaving} onDiscard={discardAll} />}
    </Form>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/discounts" backLabel="Go to all discount codes" />;
}
