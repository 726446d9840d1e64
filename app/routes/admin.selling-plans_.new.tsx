import { Button } from "@mantine/core";
import { Link, useLoaderData, useNavigation } from "@remix-run/react";
import {
  newPlanGroupAction,
  newPlanGroupLoader,
} from "~/features/selling-plans/plan-group-pages.endpoints.server";
import { PlanGroupFields, toGroupLabels } from "~/features/selling-plans/ui/plan-group-fields";
import planStyles from "~/features/selling-plans/ui/selling-plans.css";
import { Form } from "~/ui/form/form";
import { FormFields } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { styledBy, titled } from "~/ui/shell/page-exports";

export { newPlanGroupAction as action, newPlanGroupLoader as loader };

export const links = styledBy(planStyles);
export const meta = titled("New selling plans");

export default function NewPlanGroupPage() {
  const loaded = useLoaderData<typeof newPlanGroupLoader>();
  const result = useAnswer<typeof newPlanGroupAction>();
  const isSaving = useNavigation().formMethod === "POST";
  const values = { ...loaded.values, ...toSubmitted(result) };
  const labels = toGroupLabels(Number(values.rows));
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="New selling plans" back={{ to: "/admin/selling-plans", label: "Selling plans" }} />
      <Form method="post" action="?intent=create">
        <FormProblem result={result} labels={labels} />
        <FormFields labels={labels} values={values} messages={toFieldMessages(result)}>
          <PlanGroupFields values={values} products={[]} mayEdit />
        </FormFields>
        <div className="pn-actions pn-form-end">
          <Button component={Link} to="/admin/selling-plans" variant="default">
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Create group
          </Button>
        </div>
      </Form>
    </div>
  );
}
