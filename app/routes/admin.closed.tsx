import { Button } from "@mantine/core";
import { Link, useLoaderData } from "@remix-run/react";
import { closedAction, closedLoader } from "~/features/shop-closing/closing.endpoints.server";
import { Form } from "~/ui/form/form";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { FormCard } from "~/ui/parts/card";
import { DateText } from "~/ui/parts/date-text";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { closedAction as action, closedLoader as loader };

export const meta = titled("Closed");

export default function ClosedShopPage() {
  const { closedAt, closedBy, deletedFrom, isOwner, isEnding } = useLoaderData<typeof closedLoader>();
  const { shop, shops } = useAdminShell();
  const answer = useAnswer<typeof closedAction>();
  const mark = useShopMark();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title={`${shop.name} is closed`} />
      <FormCard title="Nothing is done for this shop">
        <p className="pn-flush">
          Closed on <DateText at={closedAt} />
          {closedBy && ` by ${closedBy}`}. Nothing is billed, sent or changed; its contracts are as they were.
        </p>
        <p className="pn-flush">
          {isEnding ? (
            "Its data is being deleted. It cannot be reopened any more."
          ) : (
            <>
              Its data is deleted from <DateText at={deletedFrom} /> on, and nothing brings it back then.
            </>
          )}
        </p>
        <div className="pn-actions">
          <a href={mark("/admin/contracts.csv")} download>
            Export the contracts
          </a>
          {shops.length > 1 && <Link to="/admin/switch-shop">Go to another shop</Link>}
        </div>
      </FormCard>
      {!isEnding && (
        <FormCard
          title="Reopen it"
          note="Everything goes on. Orders that fell due in the last two days are charged; older ones wait for you on the page Orders."
        >
          <FormProblem result={answer} />
          {isOwner ? (
            <Form method="post" className="pn-actions">
              <Button type="submit">Reopen {shop.name}</Button>
            </Form>
          ) : (
            <p className="pn-flush pn-dimmed">Only an owner of the shop can reopen it.</p>
          )}
        </FormCard>
      )}
    </div>
  );
}
