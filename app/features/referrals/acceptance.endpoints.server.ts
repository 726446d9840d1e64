import { z } from "zod";
import type { AcceptanceRefusal } from "~/features/referrals/acceptance";
import { acceptanceInput } from "~/features/referrals/acceptance.schema.server";
import { acceptOffer } from "~/features/referrals/acceptance.service.server";
import { defineEndpoint } from "~/http/define-endpoint.server";
import { jsonResponse } from "~/http/json-response.server";
import type { FieldError, ProblemBody, ProblemCode } from "~/http/problem";
import type { RequestContext } from "~/http/request-context.server";

const fieldError = z.object({
  pointer: z.string().optional().meta({ description: "A field of the body, as JSON pointer" }),
  parameter: z.string().optional().meta({ description: "A parameter of the URL" }),
  code: z.string(),
  detail: z.string(),
});

const accepted = z
  .object({
    id: z.int().meta({ description: "The referral" }),
    message: z.string(),
    discountCode: z.string().meta({ description: "Works once, for this e-mail, on its first contract" }),
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

/** Where a refusal belongs, and its words. */
const REFUSALS: Record<AcceptanceRefusal, { field: "token" | "email"; message: string }> = {
  unknown_token: { field: "token", message: "This referral link is not valid." },
  programme_inactive: { field: "token", message: "This offer is not running at the moment." },
  not_eligible: { field: "email", message: "This offer cannot be used with this e-mail address." },
};

const toFailed = (message: string, errors: FieldError[]): AcceptanceResult => ({
  id: null,
  message,
  discountCode: null,
  status: "FAILED",
  errors,
});

/** What is no object has neither field: both are told. */
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
  return toFailed("Send the token of a referral link and an e-mail address.", named);
}

const PROBLEMS: ProblemCode[] = ["too_many_requests"];
const declared = {
  tag: "Referrals",
  description:
    "No credential: the referrer's token is the proof. A missing or malformed field and every refusal is answered 400 in the shape of the result; which e-mails the shop knows is never told. At most 20 tries per client address and hour, 50 per token and day.",
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

async function accept(
  input: z.output<typeof acceptanceInput>,
  context: RequestContext,
  at: (field: string) => Pick<FieldError, "pointer" | "parameter">,
): Promise<AcceptanceResult> {
  const acceptLanguage = context.request.headers.get("accept-language");
  const outcome = await acceptOffer(input, { ...context, acceptLanguage });
  if (outcome.isAccepted)
    return {
      id: outcome.id,
      message: declared.example.message,
      discountCode: outcome.discountCode,
      status: "SUCCESS",
    };
  const { field, message } = REFUSALS[outcome.refusal];
  return toFailed(message, [{ ...at(field), code: outcome.refusal, detail: message }]);
}

/** Operation 13 of the specification. */
export const acceptReferral = defineEndpoint({
  ...declared,
  operationId: "acceptReferral",
  summary: "Accept a referral offer",
  method: "POST",
  body: acceptanceInput,
  bodyExample: { token: "ref_8fQ2vN6xKpLw", email: "friend@example.com" },
  handler: ({ body, context }) => accept(body, context, (field) => ({ pointer: `/${field}` })),
});

/** Its twin (wire.md §2 "13 referral"); HEAD looks at the input and accepts nothing. */
export const acceptReferralByQuery = defineEndpoint({
  ...declared,
  operationId: "acceptReferralByQuery",
  summary: "Accept a referral offer, by query",
  method: "GET",
  query: acceptanceInput,
  handler: async ({ query, context }) =>
    context.request.method === "HEAD"
      ? new Response(null, { headers: { "Content-Type": "application/json; charset=utf-8" } })
      : accept(query, context, (field) => ({ parameter: field })),
});
