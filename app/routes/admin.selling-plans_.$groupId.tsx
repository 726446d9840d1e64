import { Button } from "@mantine/core";
import { Link, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { planGroupAction, planGroupLoader } from "~/features/selling-plans/plan-group-pages.endpoints.server";
import { PlanGroupFields, toGroupLabels } from "~/features/selling-plans/ui/plan-group-fields";
import planStyles from "~/features/selling-plans/ui/selling-plans.css";
import { Form } from "~/ui/form/form";
import { FormDialog } from "~/ui/form/form-dialog";
import { FormFields } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/hooks/use-answer";
import { DoneNote } from "~/ui/parts/done-note";
import { FormProblem, findProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { ErrorView } from "~/ui/shell/error-view";
import { styledBy, titledBy } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { planGroupAction as action, planGroupLoader as loader };

export const links = styledBy(planStyles);
export const meta = titledBy<typeof planGroupLoader>((data) => data.name, "Selling plans not found");

export default function PlanGroupPage() {
  const { id, name, mayEdit, values: saved, products } = useLoaderData<typeof planGroupLoader>();
  const result = useAnswer<typeof planGroupAction>();
  const isSaving = useNavigation().formMethod === "POST";
  const [search] = useSearchParams();
  const isDeleting = mayEdit && search.get("confirm") === "delete";
  const here = `/admin/selling-plans/${id}`;
  const values: Record<string, string | undefined> = { ...saved, ...toSubmitted(result) };
  const labels = toGroupLabels(Number(values.rows));
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader
        title={name}
        note="Contracts keep their price and frequency. Changes apply to contracts that are bought, or changed to a plan, from now on."
        back={{ to: "/admin/selling-plans", label: "Selling plans" }}
      >
        {mayEdit && (
          <Button component={Link} to="?confirm=delete" preventScrollReset variant="default">
            Delete group
          </Button>
        )}
      </PageHeader>
      <DoneNote messages={{ created: "Selling plans created", saved: "Selling plans saved" }} />
      <Form method="post" action="?intent=save" key={JSON.stringify(saved)}>
        {!isDeleting && <FormProblem result={result} labels={labels} />}
        {findProblem(result)?.code === "stale_version" && (
          <Button component="a" href={here} variant="default" mb="md">
            Load the plans as they are now
          </Button>
        )}
        <input type="hidden" name="version" value={values.version} />
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
      {isDeleting && (
        <FormDialog
          title={`Delete “${name}”?`}
          text="Its plans are deleted, too. Contracts keep their price and frequency; plans that contracts or bundles use cannot be deleted."
          cancel={here}
          action="?intent=delete&confirm=delete"
          confirm="Delete group"
          isHarsh
          result={result}
        />
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorView backTo="/admin/selling-plans" backLabel="Go to all selling plans" />;
}
