import { Button, TextInput } from "@mantine/core";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { CODE_LABELS, CodeFields, NEW_CODE } from "~/components/discounts/code-fields";
import { FormProblem, fieldId, toFieldMessages, toSubmitted } from "~/components/form-problem";
import { PageHeader } from "~/components/page-header";
import {
  newDiscountCodeAction,
  newDiscountCodeLoader,
} from "~/features/discounts/discount-codes.endpoints.server";
import { pageTitle } from "~/lib/page-title";

export { newDiscountCodeAction as action, newDiscountCodeLoader as loader };

export const meta: MetaFunction = () => [{ title: pageTitle("Create a discount code") }];

export default function NewDiscountCodePage() {
  const { currencyCode } = useLoaderData<typeof newDiscountCodeLoader>();
  const result = useActionData<typeof newDiscountCodeAction>();
  const isSaving = useNavigation().formMethod === "POST";
  const messages = toFieldMessages(result);
  const submitted = toSubmitted(result);
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="Create a discount code" back={{ to: "/admin/discounts", label: "Discount codes" }} />
      <Form method="post">
        <FormProblem result={result} labels={CODE_LABELS} />
        <section className="pn-card" aria-label="Code">
          <TextInput
            id={fieldId("code")}
            name="code"
            label="Code"
            description="Letters, digits, _ and -. Customers must write it exactly so: capitals count, and it cannot be changed later."
            required
            withAsterisk={false}
            maxLength={255}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={messages.code}
            defaultValue={submitted.code}
          />
        </section>
        <CodeFields
          values={{ ...NEW_CODE, ...submitted }}
          messages={messages}
          currencyCode={currencyCode}
          products={[]}
        />
        <div className="pn-actions pn-form-end">
          <Button component={Link} to="/admin/discounts" variant="default">
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Create code
          </Button>
        </div>
      </Form>
    </div>
  );
}
