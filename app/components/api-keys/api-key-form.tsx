import { Button, Radio, TextInput } from "@mantine/core";
import { Form, useNavigation } from "@remix-run/react";
import { FormProblem, fieldId, toFieldMessages, toSubmitted } from "~/components/form-problem";
import type { ActionResult } from "~/http/problem";

/** Name and scope of a new key. */
export function ApiKeyForm({ result }: { result: ActionResult<unknown> | undefined }) {
  const messages = toFieldMessages(result);
  const submitted = toSubmitted(result);
  const isBusy = useNavigation().formAction?.includes("intent=create") ?? false;
  return (
    <Form method="post" action="?intent=create" className="pn-card" aria-labelledby="create-title">
      <h2 id="create-title">Create a key</h2>
      <FormProblem result={result} labels={{ name: "Name", scope: "Scope" }} />
      <div className="pn-stack">
        <TextInput
          id={fieldId("name")}
          name="name"
          label="Name"
          description="What will use it, such as “Warehouse sync”."
          required
          withAsterisk={false}
          maxLength={100}
          autoComplete="off"
          error={messages.name}
          defaultValue={submitted.name}
        />
        <Radio.Group
          name="scope"
          label="Scope"
          defaultValue={submitted.scope ?? "read"}
          error={messages.scope}
        >
          <div className="pn-radios">
            <Radio
              id={fieldId("scope")}
              name="scope"
              value="read"
              label="Read"
              description="Can list and read contracts."
            />
            <Radio
              name="scope"
              value="write"
              label="Read and write"
              description="Can also change contracts and create portal links."
            />
          </div>
        </Radio.Group>
        <div className="pn-actions">
          <Button type="submit" loading={isBusy}>
            Create key
          </Button>
        </div>
      </div>
    </Form>
  );
}
