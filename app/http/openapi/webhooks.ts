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
    "Id of the message. It is the same each time the message is sent, so that you can recognize duplicates.",
    "evt_1_81204",
  ),
  header("webhook-timestamp", "When it was sent, in seconds since 1970.", "1781515804"),
  header(
    "webhook-signature",
    "`v1,` followed by the base64 of the HMAC-SHA256 over id, timestamp and body, joined by `.`. For a day after the secret is rotated there are two signatures, separated by a space.",
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
            "2XX": { description: "Accepted" },
            "410": { description: "Gone: the endpoint is switched off, but not deleted" },
            default: { description: "Sent again later" },
          },
        },
      },
    ]),
  );
