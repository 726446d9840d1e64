import { Button } from "@mantine/core";
import { Form, type MetaFunction, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { planGroupAction, planGroupLoader } from "~/features/selling-plans/plan-group-pages.endpoints.server";
import { PlanGroupFields, toGroupLabels } from "~/features/selling-plans/ui/plan-group-fields";
import { pageTitle } from "~/lib/page-title";
import { FormFields } from "~/ui/form/form-state";
import { ErrorView } from "~/ui/frame/error-view";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";

export { planGroupAction as action, planGroupLoader as loader };

export const meta: MetaFunction<typeof planGroupLoader> = ({ data }) => [
  { title: pageTitle(data ? data.name : "Selling plans not found") },
];

export default function PlanGroupPage() {
  const { name, mayEdit, values: saved, products } = useLoaderData<typeof planGroupLoader>();
  const result = useActionData<typeof planGroupAction>();
  const isSaving = useNavigation().formMethod === "POST";
  const values = { ...saved, ...toSubmitted(result) };
  const labels = toGroupLabels(Number(values.rows));
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title={name}
        note="Contracts keep the price and frequency they have. What you change here is for contracts bought, or changed to a plan, from now on."
        back={{ to: "/admin/selling-plans", label: "Selling plans" }}
      >
        {mayEdit && (
          <Form method="post" action="?intent=delete">
            <Button type="submit" variant="default">
              Delete group
            </Button>
          </Form>
        )}
      </PageHeader>
      <DoneNote messages={{ created: "Selling plans created", saved: "Selling plans saved" }} />
      <Form method="post" action="?intent=save" key={JSON.stringify(saved)}>
        <FormProblem result={result} labels={labels} />
        <FormFields labels={labels} values={values} messages={toFieldMessages(result)} disabled={!mayEdit}>
          <PlanGroupFields values={values} products={products} mayEdit={mayEdit} />
        </FormFields>
        {mayEdit && (
          <div className="pn-actions pn-form-end">
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </div>
        )}
      </Form>
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/selling-plans" backLabel="Go to all selling plans" />;
}
