import type { z } from "zod";
import { type JsonObject, toJsonSchema } from "~/http/endpoint/json-schema";

/** A message that we send: its type, description and body. */
export type WebhookDoc = { name: string; summary: string; schema: z.ZodType; example: object };

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", examples: [example] },
});

const PARAMETERS: JsonObject[] = [
  header(
    "webhook-id",
    "The message: the same each time it is sent, so that you know it again.",
    "evt_1_81204",
  ),
  header("webhook-timestamp", "When it was sent, in seconds since 1970.", "1781515804"),
  header(
    "webhook-signature",
    "`v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, joined by `.`; two, separated by a blank, for a day after the secret was changed.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

/** The `webhooks` of an OpenAPI 3.1 document, one per type. Schemas with a name are added to `schemas`. */
export const toWebhooks = (docs: readonly WebhookDoc[], schemas: JsonObject): JsonObject =>
  Object.fromEntries(
    docs.map(({ name, summary, schema, example }) => [
      name,
      {
        post: {
          operationId: name,
          summary,
          tags: ["Events"],
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: toJsonSchema(schema, "output", schemas),
                example: example as JsonObject,
              },
            },
          },
          responses: {
            "2XX": { description: "Taken" },
            "410": { description: "The endpoint is gone: it is switched off, and kept" },
            default: { description: "Tried again later" },
          },
        },
      },
    ]),
  );
