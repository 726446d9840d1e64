import { Button } from "@mantine/core";
import { Form, type MetaFunction } from "@remix-run/react";
import { switchShopAction } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { pageTitle } from "~/lib/page-title";
import { ROLE_LABELS } from "~/ui/hooks/admin-shell";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";

export { switchShopAction as action };

export const meta: MetaFunction = () => [{ title: pageTitle("Switch shop") }];

export default function SwitchShopPage() {
  const { shop: current, shops } = useAdminShell();
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="Switch shop" note="The shops you work in, with your role in each." />
      <FormProblem result={useAnswer<typeof switchShopAction>()} />
      <div className="pn-card">
        <ul className="pn-plain pn-list">
          {shops.map((shop) => (
            <li key={shop.id}>
              <span className="pn-text">
                <strong>{shop.name}</strong>
                <span className="pn-dimmed">
                  {shop.storeDomain} · {ROLE_LABELS[shop.role]}
                </span>
              </span>
              {shop.id === current.id ? (
                <span className="pn-dimmed">You are here</span>
              ) : (
                <Form method="post">
                  <Button type="submit" name="shopId" value={shop.id} variant="default" size="xs">
                    Switch<span className="pn-hidden"> to {shop.name}</span>
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
