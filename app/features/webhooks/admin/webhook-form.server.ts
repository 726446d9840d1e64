import { z } from "zod";
import { EVENT_TYPE_NAMES, type EventType } from "~/features/event-stream/event-types";
import { toBoxName } from "~/features/webhooks/admin/webhook-form";
import { urlField } from "~/features/webhooks/manage/endpoint.schema.server";
import { withRules } from "~/lib/field-rules";

const BOXES = EVENT_TYPE_NAMES.map(toBoxName);
const boxes: Record<string, z.ZodType> = Object.fromEntries(BOXES.map((name) => [name, z.unknown()]));

const listTicked = (sent: Record<string, unknown>): EventType[] =>
  EVENT_TYPE_NAMES.filter((type) => sent[toBoxName(type)] !== undefined);

/** The form of an endpoint: address, and which events; a ticked checkbox is sent as `on`. */
export const webhookForm = withRules(
  z.object({ ...boxes, url: urlField, coverage: z.enum(["ALL", "SOME"]).catch("ALL") }),
  (rule) => [
    rule(["coverage", ...BOXES], ({ coverage, ...sent }) =>
      coverage === "SOME" && listTicked(sent).length === 0
        ? [{ path: ["coverage"], message: "Tick at least one." }]
        : [],
    ),
  ],
).transform(({ url, coverage, ...sent }): { url: string; types: EventType[] } => ({
  url,
  types: coverage === "ALL" ? [] : listTicked(sent),
}));
