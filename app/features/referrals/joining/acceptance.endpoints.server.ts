import { z } from "zod";
import type { AcceptanceRefusal } from "~/features/referrals/rules/acceptance";
import { findSigned } from "~/http/callers/signed-request.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { jsonResponse } from "~/http/endpoint/json-response.server";
import { JSON_PREFIXES } from "~/http/endpoint/json-urls";
import type { RequestContext } from "~/http/request/request-context.server";
import { type FieldError, type ProblemBody, type ProblemCode, toMessage } from "~/lib/problem";
import { acceptanceInput, acceptanceQuery } from "./acceptance.schema.server";
import { acceptOffer } from "./acceptance.service.server";

const fieldError = z.object({
  pointer: z.string().optional().meta({ description: "JSON pointer to a field of the body" }),
  parameter: z.string().optional().meta({ description: "Name of a URL parameter" }),
  code: z.string(),
  detail: z.string(),
});

const accepted = z
  .object({
    id: z.int().nullable().meta({ description: "Id of the referral; null if codes are sent by mail only" }),
    message: z.string(),
    discountCode: z.string().nullable().meta({
      description:
        "Code that can be used once, by this e-mail address, for its first contract; null if codes are sent by mail only",
    }),
    status: z.literal("SUCCESS"),
  })
  .meta({ id: "ReferralAccepted" });
const refused = z
  .object({
    id: z.null(),
    message: z.string(),
    discountCode: z.null(),
    status: z.literal("FAILED"),
    errors: z.array(fieldError),
  })
  .meta({ id: "ReferralRefused" });

type AcceptanceResult = z.output<typeof accepted> | z.output<typeof refused>;

/** The field and the text of each refusal. */
const REFUSALS: Record<AcceptanceRefusal, { field: "token" | "email"; message: string }> = {
  unknown_token: { field: "token", message: "This referral link is not valid." },
  programme_inactive: { field: "token", message: "This offer is not running at the moment." },
  not_eligible: { field: "email", message: "This offer cannot be used with this e-mail address." },
};

/** Must be true for every e-mail address. */
const MAILED = "If this e-mail address can use the offer, the code is on its way to it.";

const toFailed = (message: string, errors: FieldError[]): AcceptanceResult => ({
  id: null,
  message,
  discountCode: null,
  status: "FAILED",
  errors,
});

/** A body that is not an object lacks both fields: both are reported. */
function toInvalid({ errors = [] }: ProblemBody): AcceptanceResult {
  const named = errors.flatMap((error) =>
    error.pointer === ""
      ? ["/token", "/email"].map((pointer) => ({
          ...error,
          pointer,
          detail: "Send an object with this field.",
        }))
      : [error],
  );
  return toFailed(toMessage(named), named);
}

const PROBLEMS: ProblemCode[] = ["too_many_requests"];
const declared = {
  path: `${JSON_PREFIXES.loyalty}/cp/api/referral-rules/accept-offer`,
  tag: "Referrals",
  description:
    "Needs no credential besides the referrer's token. Missing or malformed fields and all refusals are answered with 400 in the format of the result. If the programme shows codes at once, anyone with a link can find out whether an e-mail address may use the offer, that is, whether it is new to the shop (but not why it may not). If the programme sends codes by mail only, every well-formed e-mail address gets the same response, with `id` and `discountCode` null. Limits: 20 calls per client address and hour (behind the platform's proxy, 600 per shop and hour with links that are not the shop's), and 50 per token and day.",
  access: { public: true },
  response: accepted,
  example: {
    id: 4711,
    message: "Welcome! Use your code on your first order.",
    discountCode: "FRIEND-7KQ2M9XDA4",
    status: "SUCCESS",
  },
  problems: PROBLEMS,
  ownRefusal: {
    codes: ["invalid_request"],
    status: 400,
    response: refused,
    example: {
      id: null,
      message: REFUSALS.not_eligible.message,
      discountCode: null,
      status: "FAILED",
      errors: [{ pointer: "/email", code: "not_eligible", detail: REFUSALS.not_eligible.message }],
    },
    toBody: toInvalid,
  },
  toResponse: (result: AcceptanceResult, context: RequestContext) =>
    jsonResponse(JSON.stringify(result), context, { status: result.status === "SUCCESS" ? 200 : 400 }),
} as const;

type ToPlace = (field: string) => Pick<FieldError, "pointer" | "parameter">;

async function accept(
  input: z.output<typeof acceptanceInput>,
  context: RequestContext,
  at: ToPlace,
): Promise<AcceptanceResult> {
  const acceptLanguage = context.request.headers.get("accept-language");
  const signed = await findSigned(context);
  const proxiedShopId = signed?.shop.id ?? null;
  const outcome = await acceptOffer(input, { ...context, acceptLanguage, proxiedShopId });
  if (outcome.outcome === "given") {
    const { id, discountCode } = outcome;
    return { id, message: declared.example.message, discountCode, status: "SUCCESS" };
  }
  if (outcome.outcome === "mailed")
    return { id: null, message: MAILED, discountCode: null, status: "SUCCESS" };
  return toRefused(outcome.refusal, at);
}

function toRefused(refusal: AcceptanceRefusal, at: ToPlace): AcceptanceResult {
  const { field, message } = REFUSALS[refusal];
  return toFailed(message, [{ ...at(field), code: refusal, detail: message }]);
}

const inBody: ToPlace = (field) => ({ pointer: `/${field}` });

/** Operation 13 of the specification. */
export const acceptReferral = defineEndpoint({
  ...declared,
  operationId: "acceptReferral",
  summary: "Accept a referral offer",
  method: "POST",
  body: acceptanceInput,
  bodyExample: { token: "ref_8fQ2vN6xKpLw", email: "friend@example.com" },
  handler: ({ body, context }) => accept(body, context, inBody),
});

/** The same by the form of a referral link's page, for the token in the page's address alone. */
export const acceptReferralOnPage = defineEndpoint({
  operationId: "acceptReferralOnPage",
  method: "POST",
  access: { public: true },
  params: z.object({ token: z.string() }),
  body: acceptanceInput,
  handler: async ({ params, body, context }) =>
    body.token.token === params.token ? accept(body, context, inBody) : toRefused("unknown_token", inBody),
});

/** Its GET form (wire.md §2 "13 referral"); HEAD checks the input and accepts nothing. */
export const acceptReferralByQuery = defineEndpoint({
  ...declared,
  operationId: "acceptReferralByQuery",
  summary: "Accept a referral offer by query parameters",
  method: "GET",
  query: acceptanceQuery,
  handler: async ({ query, context }) =>
    context.request.method === "HEAD"
      ? new Response(null, { headers: { "Content-Type": "application/json; charset=utf-8" } })
      : accept(query, context, (field) => ({ parameter: field })),
});
