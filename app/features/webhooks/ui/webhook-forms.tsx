import { useLoaderData } from "@remix-run/react";
import { WEBHOOK_LABELS } from "~/features/webhooks/admin/webhook-form";
import type {
  webhooksAction,
  webhooksLoader,
} from "~/features/webhooks/admin/webhook-pages.endpoints.server";
import { AnsweredFields, SubmitRow } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { FormCard } from "~/ui/parts/card";
import { EventFamilyField, WebhookFields } from "./webhook-fields";

export function NewWebhook() {
  const { types } = useLoaderData<typeof webhooksLoader>();
  const { answer, isBusy } = useFormOf("create", useAnswer<typeof webhooksAction>());
  return (
    <Form method="post" action="?intent=create">
      <AnsweredFields answer={answer} labels={WEBHOOK_LABELS} values={{ coverage: "ALL" }}>
        <FormCard title="Add an endpoint">
          <WebhookFields types={types} />
          <SubmitRow isBusy={isBusy}>Add endpoint</SubmitRow>
        </FormCard>
      </AnsweredFields>
    </Form>
  );
}

export function NamesOfEvents() {
  const { family } = useLoaderData<typeof webhooksLoader>();
  const { answer, isBusy } = useFormOf("family", useAnswer<typeof webhooksAction>());
  return (
    <Form method="post" action="?intent=family">
      <AnsweredFields answer={answer} labels={WEBHOOK_LABELS} values={{ family }}>
        <FormCard
          title="Names of contract events"
          note="Names change for all endpoints and for the event stream at once. Endpoints keep getting the events they chose."
        >
          <EventFamilyField />
          <SubmitRow isBusy={isBusy} variant="default">
            Save names
          </SubmitRow>
        </FormCard>
      </AnsweredFields>
    </Form>
  );
}
