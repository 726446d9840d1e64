import { Button } from "@mantine/core";
import { Link, useSearchParams } from "@remix-run/react";
import type { ActionResult } from "~/lib/problem";
import { FormDialog } from "~/ui/form/form-dialog";
import { TextField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useShopMark } from "~/ui/hooks/use-shop-mark";
import { Card } from "~/ui/parts/card";

type Props = { customer: { id: number; name: string; erasedOn: string | null } };

/** For owners: exports and erases everything stored about a customer. */
export function PrivacyCard({ customer: { id, name, erasedOn } }: Props) {
  const path = `/admin/customers/${id}`;
  const mark = useShopMark();
  const [search] = useSearchParams();
  const list = search.get("list");
  /** The page's own address with these parameters; it still leads back to the list. */
  const toHref = (parameters: Record<string, string>) => {
    const wanted = new URLSearchParams({ ...(list && { list }), ...parameters });
    return wanted.size > 0 ? `${path}?${wanted}` : path;
  };
  return (
    <Card title="Personal data">
      <p className="pn-dimmed">
        {erasedOn
          ? `Erased on ${erasedOn}. Orders and amounts are kept.`
          : "All data held on this customer, as a file."}
      </p>
      <div className="pn-actions pn-after">
        <Button component="a" href={mark(`${path}/data?format=json`)} download variant="default" size="xs">
          Export JSON
        </Button>
        <Button component="a" href={mark(`${path}/data?format=csv`)} download variant="default" size="xs">
          Export CSV
        </Button>
        {!erasedOn && (
          <Button
            component={Link}
            to={toHref({ action: "erase" })}
            preventScrollReset
            color="red"
            variant="light"
            size="xs"
          >
            Erase customer
          </Button>
        )}
      </div>
      {!erasedOn && search.get("action") === "erase" && <EraseDialog id={id} name={name} toHref={toHref} />}
    </Card>
  );
}

const LABELS = { typedId: "Number of the customer" };

type DialogProps = { id: number; name: string; toHref: (parameters: Record<string, string>) => string };

function EraseDialog({ id, name, toHref }: DialogProps) {
  const answer = useAnswer<ActionResult<unknown>>();
  return (
    <FormDialog
      title={`Erase ${name}?`}
      text={
        <>
          <p>
            Name, addresses, notes and messages are removed everywhere, and portal links stop working. Orders,
            amounts and the history of contracts are kept. All contracts must have ended.
          </p>
          <p className="pn-strong">This cannot be undone.</p>
        </>
      }
      cancel={toHref({})}
      action={toHref({ action: "erase", intent: "erase" })}
      confirm="Erase customer"
      isHarsh
      result={answer}
      labels={LABELS}
    >
      <TextField
        name="typedId"
        description={`Type ${id} to confirm.`}
        autoComplete="off"
        inputMode="numeric"
        required
      />
    </FormDialog>
  );
}
