import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { switchShopAction } from "~/features/staff/sign-in/sign-in.endpoints.server";
import { Form } from "~/ui/form/form";
import { ROLE_LABELS } from "~/ui/hooks/admin-shell";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useAnswer } from "~/ui/hooks/use-answer";
import { FormProblem } from "~/ui/parts/form-problem";
import { PageHeader } from "~/ui/parts/page-header";
import { titled } from "~/ui/shell/page-exports";

export { switchShopAction as action };

export const meta = titled("Switch shop");

export default function SwitchShopPage() {
  const { shop: current, shops } = useAdminShell();
  // Led here from a page of another shop (`shop_switched`).
  const hasSwitched = useSearchParams()[0].has("switched");
  return (
    <div className="pn-page" data-width="narrow">
      <PageHeader title="Switch shop" note="The shops you work in, with your role in each." />
      {hasSwitched && (
        <p className="pn-problem pn-tone" data-tone="warn" role="alert">
          The page was not made for {current.name}, the shop you are in now. Nothing was changed.
        </p>
      )}
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
                <Form method="post" replace>
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
