import { useLoaderData, useNavigation } from "@remix-run/react";
import {
  newPlanGroupAction,
  newPlanGroupLoader,
} from "~/features/selling-plans/plan-group-pages.endpoints.server";
import { PlanGroupFields, toGroupLabels } from "~/features/selling-plans/ui/plan-group-fields";
import planStyles from "~/features/selling-plans/ui/selling-plans.css";
import { AnsweredFields, SubmitRow } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { toSubmitted } from "~/ui/parts/form-problem";
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
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="New selling plans" back={{ to: "/admin/selling-plans", label: "Selling plans" }} />
      <Form method="post" action="?intent=create">
        <AnsweredFields answer={result} labels={toGroupLabels(Number(values.rows))} values={values}>
          <PlanGroupFields values={values} products={[]} mayEdit />
        </AnsweredFields>
        <SubmitRow isBusy={isSaving} cancel="/admin/selling-plans">
          Create group
        </SubmitRow>
      </Form>
    </div>
  );
}
