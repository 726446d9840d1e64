import { z } from "zod";
import { toRealAudit } from "~/access/principal";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { MERCHANT } from "~/http/endpoint/json-urls";
import { Tagged } from "~/http/request/entity-tags";
import { exactInstant, required } from "~/http/request/query-parameters";
import { readTestClock, removeTestClock, setTestClock } from "./test-clock.service.server";

const shared = {
  path: `${MERCHANT}/test-clock`,
  tag: "Test gateway",
  response: z
    .object({
      now: z.iso.datetime().meta({ description: "The time by the shop's clock" }),
      status: z.enum(["READY", "ADVANCING"]),
    })
    .meta({ id: "TestClock", description: "The clock of a shop on the test gateway" }),
  example: { now: "2026-08-15T09:00:00.000Z", status: "READY" },
  hasEntityTag: true,
} as const;

export const getTestClock = defineEndpoint({
  ...shared,
  operationId: "getTestClock",
  summary: "Read the shop's clock",
  description: "Shops on the test gateway only.",
  method: "GET",
  access: { apiKey: "settings:read" },
  problems: ["forbidden"],
  handler: async ({ principal, context }) =>
    new Tagged(await readTestClock(principal.shop, context.receivedAt), ""),
});

export const putTestClock = defineEndpoint({
  ...shared,
  operationId: "setTestClock",
  summary: "Set the shop's clock or move it forward",
  description:
    "Orders, retries, expiry, mails, rewards and the portal's dates follow this clock; sessions, keys, tokens, signatures, rate limits and logs keep the real one. While the clock is ADVANCING, whatever falls due up to that time is processed in order; when all of it is done, it is READY and stands still. The first call may set an instant from one day ago on, later calls only move forward; each by two years at most.",
  method: "PUT",
  access: { apiKey: "settings:write" },
  query: z.object({ now: required(exactInstant({ description: "The time to set." })) }),
  problems: ["forbidden"],
  example: { now: "2026-07-15T09:00:00.000Z", status: "ADVANCING" },
  obeysIfMatch: true,
  handler: async ({ principal, query, context }) =>
    new Tagged(
      await setTestClock(principal.shop, query.now, toRealAudit(principal, context), {
        ifMatch: context.ifMatch,
      }),
      "",
    ),
});

export const deleteTestClock = defineEndpoint({
  ...shared,
  operationId: "deleteTestClock",
  summary: "Return the shop to the real clock",
  description: "Refused while the clock is ADVANCING or if orders were made later than the real time.",
  method: "DELETE",
  access: { apiKey: "settings:write" },
  problems: ["forbidden", "conflict"],
  obeysIfMatch: true,
  handler: async ({ principal, context }) =>
    new Tagged(await removeTestClock(principal.shop, toRealAudit(principal, context), context.ifMatch), ""),
});
