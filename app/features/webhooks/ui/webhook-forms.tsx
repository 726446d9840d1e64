import { Button } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { WEBHOOK_LABELS } from "~/features/webhooks/admin/webhook-form";
import type {
  webhooksAction,
  webhooksLoader,
} from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { EventFamilyField, WebhookFields } from "~/features/webhooks/ui/webhook-fields";
import { Form } from "~/ui/form/form";
import { FormFields } from "~/ui/form/form-state";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { FormCard } from "~/ui/parts/card";
import { FormProblem, toFieldMessages, toSubmitted } from "~/ui/parts/form-problem";

export function NewWebhook() {
  const { types } = useLoaderData<typeof webhooksLoader>();
  const { answer, isBusy } = useFormOf("create", useAnswer<typeof webhooksAction>());
  const values = { coverage: "ALL", ...toSubmitted(answer) };
  return (
    <Form method="post" action="?intent=create">
      <FormProblem result={answer} labels={WEBHOOK_LABELS} />
      <FormFields labels={WEBHOOK_LABELS} values={values} messages={toFieldMessages(answer)}>
        <FormCard title="Add an endpoint">
          <WebhookFields types={types} />
          <div className="pn-actions">
            <Button type="submit" loading={isBusy}>
              Add endpoint
            </Button>
          </div>
        </FormCard>
      </FormFields>
    </Form>
  );
}

export function NamesOfEvents() {
  const { family } = useLoaderData<typeof webhooksLoader>();
  const { answer, isBusy } = useFormOf("family", useAnswer<typeof webhooksAction>());
  return (
    <Form method="post" action="?intent=family">
      <FormProblem result={answer} labels={WEBHOOK_LABELS} />
      <FormFields
        labels={WEBHOOK_LABELS}
        values={{ family, ...toSubmitted(answer) }}
        messages={toFieldMessages(answer)}
      >
        <FormCard
          title="Names of contract events"
          note="Names change for all endpoints and for the event stream at once. Endpoints keep getting the events they chose."
        >
          <EventFamilyField />
          <div className="pn-actions">
            <Button type="submit" variant="default" loading={isBusy}>
              Save names
            </Button>
          </div>
        </FormCard>
      </FormFields>
    </Form>
  );
}
