import { Button } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import type { ActionResult } from "~/lib/problem";
import { ChoiceField } from "~/ui/form/choice-fields";
import { TextField } from "~/ui/form/form-fields";
import { FormFields } from "~/ui/form/form-state";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";

const LABELS = { name: "Name", scope: "Scope" };

/** Name and scope of a new key. */
export function ApiKeyForm({ result }: { result: ActionResult<unknown> | undefined }) {
  const values = { scope: "read", ...toSubmitted(result) };
  const isBusy = useNavigation().formAction?.includes("intent=create") ?? false;
  return (
    <Form method="post" action="?intent=create" className="pn-card" aria-labelledby="create-title">
      <h2 id="create-title">Create a key</h2>
      <FormProblem result={result} labels={LABELS} />
      <FormFields labels={LABELS} values={values} messages={toFieldMessages(result)}>
        <div className="pn-stack">
          <TextField
            name="name"
            description="What will use it, such as “Warehouse sync”."
            required
            maxLength={100}
          />
          <ChoiceField
            name="scope"
            options={[
              ["read", "Read", "Can list and read contracts."],
              ["write", "Read and write", "Can also change contracts and create portal links."],
            ]}
          />
          <div className="pn-actions">
            <Button type="submit" loading={isBusy}>
              Create key
            </Button>
          </div>
        </div>
      </FormFields>
    </Form>
  );
}
