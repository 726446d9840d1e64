import { useLoaderData, useNavigation } from "@remix-run/react";
import {
  newDiscountCodeAction,
  newDiscountCodeLoader,
} from "~/features/discounts/discount-codes.endpoints.server";
import { CODE_LABELS, CodeFields, NEW_CODE } from "~/features/discounts/ui/code-fields";
import { AnsweredFields, SubmitRow } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { TextField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { toSubmitted } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { newDiscountCodeAction as action, newDiscountCodeLoader as loader };

export const meta = titled("Create a discount code");

export default function NewDiscountCodePage() {
  const { currencyCode } = useLoaderData<typeof newDiscountCodeLoader>();
  const result = useAnswer<typeof newDiscountCodeAction>();
  const isSaving = useNavigation().formMethod === "POST";
  const values = { ...NEW_CODE, ...toSubmitted(result) };
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="Create a discount code" back={{ to: "/admin/discounts", label: "Discount codes" }} />
      <Form method="post" replace>
        <AnsweredFields answer={result} labels={CODE_LABELS} values={values}>
          <section className="pn-card" aria-label="Code">
            <TextField
              name="code"
              description="Letters, digits, _ and -. Customers must write it exactly so: capitals count, and it cannot be changed later."
              required
              maxLength={255}
              autoCapitalize="characters"
              spellCheck={false}
            />
          </section>
          <CodeFields values={values} currencyCode={currencyCode} products={[]} />
        </AnsweredFields>
        <SubmitRow isBusy={isSaving} cancel="/admin/discounts">
          Create code
        </SubmitRow>
      </Form>
    </div>
  );
}
