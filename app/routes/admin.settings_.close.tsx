import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { closingAction, closingLoader } from "~/features/shop-closing/closing.endpoints.server";
import { formatCount } from "~/lib/format";
import { Form } from "~/ui/form/form";
import { PasswordField, TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormCard } from "~/ui/parts/card";
import { FormProblem, toFieldMessages } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { closingAction as action, closingLoader as loader };

export const meta = titled("Close this shop");

const LABELS = { name: "Name of the shop", password: "Your password" };

export default function CloseShopPage() {
  const { active, underWay, deletionDays } = useLoaderData<typeof closingLoader>();
  const { shop } = useAdminShell();
  const result = useAnswer<typeof closingAction>();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="Close this shop" back={{ to: "/admin/settings", label: "Settings" }} />
      <FormCard title={`What happens to ${shop.name}`}>
        <ul className="pn-flush">
          <li>
            {formatCount(active)} active {active === 1 ? "contract is" : "contracts are"} not billed any more.
            No contract is cancelled, and customers are not written to.
          </li>
          <li>
            {underWay === 0
              ? "No payment is under way."
              : `${formatCount(underWay)} ${underWay === 1 ? "payment" : "payments"} under way: the outcome is still recorded.`}
          </li>
          <li>Mails, text messages, webhooks, bulk changes and imports stop, also those that wait.</li>
          <li>API keys are refused. Portal and storefront pages say that the subscriptions are closed.</li>
          <li>
            An owner can reopen the shop for {deletionDays} {deletionDays === 1 ? "day" : "days"}. Then all of
            its data is deleted, and nothing brings it back.
          </li>
        </ul>
      </FormCard>
      <FormCard title="Close it">
        <FormProblem result={result} labels={LABELS} />
        <Form method="post" className="pn-stack">
          <FormFields labels={LABELS} messages={toFieldMessages(result)}>
            <TextField name="name" description={`Type ${shop.name}`} autoComplete="off" />
            <PasswordField name="password" autoComplete="current-password" />
          </FormFields>
          <div className="pn-actions">
            <Button type="submit" color="red">
              Close this shop
            </Button>
          </div>
        </Form>
      </FormCard>
    </div>
  );
}
