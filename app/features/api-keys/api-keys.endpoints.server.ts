import { redirect } from "@remix-run/node";
import { listApiKeys } from "~/access/api-keys.repo.server";
import { toRealAudit } from "~/access/principal";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { toDayString } from "~/lib/format";
import { createApiKeySchema, revokeApiKeySchema, rotateApiKeySchema } from "./api-keys.schema.server";
import { createKey, revokeKey } from "./api-keys.service.server";
import { toExpiry } from "./key-life.server";
import { toKeyState } from "./key-state";
import { rotateKey } from "./rotation.service.server";

const readApiKeys = defineEndpoint({
  operationId: "readApiKeys",
  summary: "The shop's API keys, without what makes them work",
  method: "GET",
  access: { staff: "owner" },
  handler: async ({ principal: { shop }, context: { receivedAt: now } }) => {
    const rows = await listApiKeys(shop.id);
    const states = new Map(rows.map((row) => [row.id, toKeyState(row, now)]));
    const replaced = new Set(
      rows.flatMap((row) => (states.get(row.id) === "ENDING" ? [row.replacedBy] : [])),
    );
    return {
      now,
      today: toDayString(now, shop.timeZone),
      keys: rows.map(({ hash: _hash, shopId: _shopId, revokedAt: _revokedAt, ...row }) => {
        const state = states.get(row.id) ?? "REVOKED";
        return { ...row, state, canRotate: state === "LIVE" && !replaced.has(row.id) };
      }),
    };
  },
});

/** @field oldEndsAt until then the previous secret works too; null where there was none */
type MadeKey = { id: number; key: string; name: string; oldEndsAt: Date | null };

const submitApiKey = defineEndpoint({
  operationId: "createApiKey",
  summary: "A new API key, shown in this answer only",
  method: "POST",
  access: { staff: "owner" },
  body: createApiKeySchema,
  handler: async ({ principal, body: { life, ...terms }, context }) => {
    const audit = toRealAudit(principal, context);
    const expiresAt = toExpiry(life, context.receivedAt, principal.shop.timeZone);
    const { id, key } = await createKey(principal.shop.id, { ...terms, expiresAt }, audit);
    const made: MadeKey = { id, key, name: terms.name, oldEndsAt: null };
    return made;
  },
});

const submitRotation = defineEndpoint({
  operationId: "rotateApiKey",
  summary: "A new secret of an API key, shown in this answer only; the old one works for a while",
  method: "POST",
  access: { staff: "owner" },
  body: rotateApiKeySchema,
  handler: async ({ principal, body, context }) => {
    const audit = toRealAudit(principal, context);
    const { hint: _, ...rotated } = await rotateKey(principal.shop.id, body, audit);
    const made: MadeKey = rotated;
    return made;
  },
});

const submitRevocation = defineEndpoint({
  operationId: "revokeApiKey",
  summary: "Stop an API key from working",
  method: "POST",
  access: { staff: "owner" },
  body: revokeApiKeySchema,
  handler: async ({ principal, body, context }) => {
    await revokeKey(principal.shop.id, body.id, toRealAudit(principal, context));
    throw redirect("/admin/api-keys?done=revoked", 303);
  },
});

export const apiKeysLoader = pageLoader(readApiKeys);
export const apiKeysAction = pageAction({
  create: submitApiKey,
  rotate: submitRotation,
  revoke: submitRevocation,
});
