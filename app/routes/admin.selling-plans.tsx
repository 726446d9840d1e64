import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { sellingPlansLoader } from "~/features/selling-plans/selling-plans-page.endpoints.server";
import { PLAN_COLUMNS } from "~/features/selling-plans/ui/plan-columns";
import { IconCalendarRepeat } from "~/ui/icons/icons";
import { DataTable } from "~/ui/list/data-table";
import { ListCard, ListPage } from "~/ui/list/list-page";
import { titled } from "~/ui/shell/page-exports";

export { shouldRevalidate } from "~/ui/hooks/should-revalidate";
export { sellingPlansLoader as loader };

export const meta = titled("Selling plans");

/** Groups created by the platform or the merchant, each with a link to change it. */
export default function SellingPlansPage() {
  const { groups, ungrouped, mayEdit } = useLoaderData<typeof sellingPlansLoader>();
  const create = mayEdit && (
    <Button component={Link} to="/admin/selling-plans/new">
      New selling plans
    </Button>
  );
  return (
    <ListPage
      title="Selling plans"
      note="Terms under which products are sold by subscription: frequency and discount. Contracts keep the terms they were bought under."
      actions={create}
      done={{ deleted: "Selling plans deleted" }}
      nothingYet={
        groups.length === 0 &&
        ungrouped.length === 0 && {
          icon: IconCalendarRepeat,
          title: "No selling plans yet",
          text: "Create the first ones, or import contracts that were bought under selling plans.",
          action: create,
        }
      }
    >
      {groups.map(({ id, name, plans, products, moreProducts }) => (
        <ListCard key={id} label={name} title={name}>
          {plans.length > 0 && (
            <DataTable rows={plans} columns={PLAN_COLUMNS} shared={null} label={`Plans of ${name}`} />
          )}
          <p className="pn-list-head pn-dimmed" dir="auto">
            {products.length === 0 ? "All products" : `Products: ${products.join(", ")}`}
            {moreProducts > 0 && ` and ${moreProducts} more`}
            {mayEdit && (
              <Link to={`/admin/selling-plans/${id}`} aria-label={`Change ${name}`}>
                Change
              </Link>
            )}
          </p>
        </ListCard>
      ))}
      {ungrouped.length > 0 && (
        <ListCard label="Plans without a group" title="Plans without a group">
          <DataTable rows={ungrouped} columns={PLAN_COLUMNS} shared={null} label="Plans without a group" />
        </ListCard>
      )}
    </ListPage>
  );
}
