import { Button } from "@mantine/core";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { planGroupAction, planGroupLoader } from "~/features/selling-plans/plan-group-pages.endpoints.server";
import { PlanGroupFields, toGroupLabels } from "~/features/selling-plans/ui/plan-group-fields";
import planStyles from "~/features/selling-plans/ui/selling-plans.css";
import { FormDialog } from "~/ui/form/form-dialog";
import { SavedForm, useSavedForm } from "~/ui/form/saved-form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { DoneNote } from "~/ui/parts/done-note";
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
  const form = useSavedForm(saved, useFormOf("save", result).answer);
  const [search] = useSearchParams();
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
      <SavedForm
        form={form}
        labels={toGroupLabels(Number(form.values.rows))}
        action="?intent=save"
        version={saved.version}
        reload="Load the plans as they are now"
        mayEdit={mayEdit}
      >
        <PlanGroupFields values={form.values} products={products} mayEdit={mayEdit} />
      </SavedForm>
      {mayEdit && search.get("confirm") === "delete" && (
        <FormDialog
          title={`Delete “${name}”?`}
          text="Its plans are deleted, too. Contracts keep their price and frequency; plans that contracts or bundles use cannot be deleted."
          cancel={`/admin/selling-plans/${id}`}
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
