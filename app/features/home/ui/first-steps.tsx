import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { IconCheck } from "~/ui/icons/icons";
import { Card } from "~/ui/parts/card";

type Props = { hasProducts: boolean; hasCustomers: boolean; mayEdit: boolean };

/** For a shop without contracts: the three files to import, and which are already in. */
export function FirstSteps({ hasProducts, hasCustomers, mayEdit }: Props) {
  if (!mayEdit)
    return (
      <Card title="No contracts yet" note="Ask an editor or the owner to import them.">
        {null}
      </Card>
    );
  const steps = [
    {
      title: "Import your products",
      text: "Export the catalogue from your commerce platform as products.json.",
      isDone: hasProducts,
    },
    {
      title: "Import your customers",
      text: "Export them as customers.csv, with IDs and tags.",
      isDone: hasCustomers,
    },
    {
      title: "Import your contracts",
      text: "Export the subscriptions as contracts.csv. You can upload all three files together.",
      isDone: false,
    },
  ];
  return (
    <Card title="Three files and you are set up">
      <ol className="pn-plain pn-grid pn-steps">
        {steps.map(({ title, text, isDone }, index) => (
          <li key={title} className="pn-row pn-step">
            <span className="pn-step-mark" data-done={isDone || undefined} aria-hidden="true">
              {isDone ? <IconCheck size={16} /> : index + 1}
            </span>
            <span className="pn-text pn-snug">
              <strong>
                {title}
                {isDone && <span className="pn-hidden"> (done)</span>}
              </strong>
              <span className="pn-dimmed">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Button component={Link} to="/admin/imports">
        Import files
      </Button>
    </Card>
  );
}
