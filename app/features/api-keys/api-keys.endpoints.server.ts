import { redirect } from "@remix-run/node";
import { listApiKeys } from "~/access/api-keys.repo.server";
import { toAudit } from "~/access/principal";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { createApiKeySchema, revokeApiKeySchema } from "./api-keys.schema";
import { createKey, revokeKey } from "./api-keys.service.server";

const readApiKeys = defineEndpoint({
  operationId: "readApiKeys",
  summary: "The shop's API keys, without what makes them work",
  method: "GET",
  access: { staff: "owner" },
  handler: async ({ principal, context }) => {
    const rows = await listApiKeys(principal.shop.id);
    return {
      now: context.receivedAt,
      keys: rows.map(({ id, name, scope, hint, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt }) => ({
        id,
        name,
        scope,
        hint,
        createdAt,
        createdBy,
        lastUsedAt,
        state:
          revokedAt !== null
            ? ("REVOKED" as const)
            : expiresAt !== null && expiresAt <= context.receivedAt
              ? ("EXPIRED" as const)
              : ("LIVE" as const),
      })),
    };
  },
});

const submitApiKey = defineEndpoint({
  operationId: "createApiKey",
  summary: "A new API key, shown in this answer only",
  method: "POST",
  access: { staff: "owner" },
  body: createApiKeySchema,
  handler: async ({ principal, body, context }) => {
    const audit = toAudit(principal, context, context.receivedAt);
    const { id, key } = await createKey(principal.shop.id, body, audit);
    return { id, key, name: body.name };
  },
});

const submitRevocation = defineEndpoint({
  operationId: "revokeApiKey",
  summary: "Stop an API key from working",
  method: "POST",
  access: { staff: "owner" },
  body: revokeApiKeySchema,
  handler: async ({ principal, body, context }) => {
    await revokeKey(principal.shop.id, body.id, toAudit(principal, context, context.receivedAt));
    throw redirect("/admin/api-keys?done=revoked", 303);
  },
});

export const apiKeysLoader = pageLoader(readApiKeys);
export const apiKeysAction = pageAction({ create: submitApiKey, revoke: submitRevocation });
