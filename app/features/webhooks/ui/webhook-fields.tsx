import { useState } from "react";
import type { EventType } from "~/features/event-stream/event-types";
import { toBoxName, type WEBHOOK_LABELS } from "~/features/webhooks/admin/webhook-form";
import { TickField } from "~/ui/form/choice-fields";
import { useFormState } from "~/ui/form/form-state";
import { fieldsNamed } from "~/ui/form/named-fields";
import { useHydrated } from "~/ui/hooks/use-hydrated";

const { TextField, ChoiceField } = fieldsNamed<keyof typeof WEBHOOK_LABELS>();

export type NamedType = { type: EventType; name: string; description: string };

/** Address and events: the same for a new endpoint and for a change. */
export function WebhookFields({ types }: { types: NamedType[] }) {
  const [coverage, setCoverage] = useState(useFormState().read("coverage"));
  const isHydrated = useHydrated();
  return (
    <>
      <TextField
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://"
        required
        description="Your server at this address gets a signed POST for each event."
      />
      <ChoiceField
        name="coverage"
        options={[
          ["ALL", "All events"],
          ["SOME", "Only these"],
        ]}
        onChoose={setCoverage}
      />
      <fieldset className="wh-types" hidden={isHydrated && coverage !== "SOME"}>
        <legend className="pn-hidden">Types of events</legend>
        {types.map(({ type, name, description }) => (
          <TickField key={type} name={toBoxName(type)} label={name} description={description} />
        ))}
      </fieldset>
    </>
  );
}

/** The prefix of contract events' names. */
export const EventFamilyField = () => (
  <ChoiceField
    name="family"
    options={[
      ["subscription", "Subscription", "subscription.created, subscription.paused …"],
      ["membership", "Membership", "membership.created, membership.paused …"],
    ]}
  />
);
