import { listApiKeys } from "~/access/api-keys.repo.server";
import { pageAction } from "~/http/endpoint/routes.server";
import { staffChange, staffForm, staffPage } from "~/http/endpoint/staff-page.server";
import { toDayString } from "~/lib/format";
import { createApiKeySchema, revokeApiKeySchema, rotateApiKeySchema } from "./api-keys.schema.server";
import { createKey, revokeKey } from "./api-keys.service.server";
import { toExpiry } from "./key-life.server";
import { toKeyState } from "./key-state";
import { rotateKey } from "./rotation.service.server";

/** @field oldEndsAt until then the previous secret works too; null where there was none */
type MadeKey = { id: number; key: string; name: string; oldEndsAt: Date | null };

/** The shop's API keys, without what makes them work. */
export const apiKeysLoader = staffPage("readApiKeys", "owner", {
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

export const apiKeysAction = pageAction({
  /** A new API key, shown in this answer only. */
  create: staffForm("createApiKey", "owner", {
    body: createApiKeySchema,
    handler: async ({ principal, body: { life, ...terms }, context, realAudit }) => {
      const expiresAt = toExpiry(life, context.receivedAt, principal.shop.timeZone);
      const { id, key } = await createKey(principal.shop.id, { ...terms, expiresAt }, realAudit);
      const made: MadeKey = { id, key, name: terms.name, oldEndsAt: null };
      return made;
    },
  }),
  /** A new secret of an API key, shown in this answer only; the old one works for a while. */
  rotate: staffForm("rotateApiKey", "owner", {
    body: rotateApiKeySchema,
    handler: async ({ principal, body, realAudit }) => {
      const { hint: _, ...rotated } = await rotateKey(principal.shop.id, body, realAudit);
      const made: MadeKey = rotated;
      return made;
    },
  }),
  revoke: staffChange("revokeApiKey", "owner", {
    body: revokeApiKeySchema,
    done: "/admin/api-keys?done=revoked",
    handler: ({ principal, body, realAudit }) => revokeKey(principal.shop.id, body.id, realAudit),
  }),
});
