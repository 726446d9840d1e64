import type { ProblemCode } from "~/lib/problem";

/** Text of the page that a problem's `type` links to, also used in the API's documentation. */
export type ProblemHelp = {
  /** Why it happens. */
  cause: string;
  /** What the caller can do, one step per entry. */
  remedy: string[];
  /** A `detail` as the server would write it. */
  exampleDetail: string;
};

export const PROBLEM_HELP: Record<ProblemCode, ProblemHelp> = {
  invalid_request: {
    cause:
      "One or more parameters or fields of the body are missing, misspelt, out of range, or do not go together. Nothing was changed.",
    remedy: [
      "Read the array “errors”: it names every offending parameter (“parameter”) or field of the body (“pointer”, RFC 6901), each with a code and what is expected.",
      "Correct them all and send the request again. Sending it unchanged fails again.",
      "At most 1,000 errors are listed; “errorsTotal” then gives their number.",
    ],
    exampleDetail: 'Not valid: size. See "errors" for each.',
  },
  discount_not_started: {
    cause: "The first day of the discount code is yet to come.",
    remedy: ["Apply it from that day on; the merchant sees the day in the admin under “Discount codes”."],
    exampleDetail: "This code is not valid yet.",
  },
  discount_expired: {
    cause: "The last day of the discount code has passed.",
    remedy: ["Use another code."],
    exampleDetail: "This code is no longer valid.",
  },
  discount_used_up: {
    cause: "The discount code has been applied as often as the merchant allows in all.",
    remedy: ["Use another code.", "As the merchant: raise the limit in the admin under “Discount codes”."],
    exampleDetail: "This code has been used as often as it may be.",
  },
  discount_already_used: {
    cause:
      "The discount code can be used once by each customer, and this one has used it, perhaps with another contract.",
    remedy: ["Use another code."],
    exampleDetail: "This code can be used once, and has been.",
  },
  discount_not_applicable: {
    cause:
      "The discount code covers none of the products of this contract, or is an amount in another currency.",
    remedy: ["Use a code for these products."],
    exampleDetail: "This code is not for the products of this contract.",
  },
  currency_mismatch: {
    cause:
      "Catalogue prices are in the shop's currency, and this contract is billed in another. Nothing converts between them.",
    remedy: ["Sell the product to contracts in the shop's currency only."],
    exampleDetail: "The shop's prices are in USD; this contract is billed in EUR.",
  },
  malformed_url: {
    cause: "The URL has a broken percent escape, or names a host that cannot exist.",
    remedy: [
      "Encode each value of a path or query with your language's URL encoder.",
      "Check the Host header.",
    ],
    exampleDetail: "A bad percent escape or an odd host.",
  },
  malformed_body: {
    cause: "The body is not the JSON its Content-Type announces, or it is not UTF-8.",
    remedy: [
      "Send valid JSON, encoded as UTF-8.",
      "Look for trailing commas, single quotes and cut-off text.",
    ],
    exampleDetail: "The body is not valid JSON.",
  },
  unauthenticated: {
    cause: "The request carries no credentials, and this address is not public.",
    remedy: [
      "Send an API key of the shop in the header X-API-Key. Keys are made in the admin under “API keys”.",
      "In the browser: sign in.",
    ],
    exampleDetail: "Send an API key in the X-API-Key header.",
  },
  invalid_credentials: {
    cause:
      "The credentials are unknown, revoked or expired. A key stops working within two seconds of being revoked.",
    remedy: [
      "Check that the whole key was copied: it is shown once, when it is made.",
      "See in the admin under “API keys” whether it was revoked, replaced or has expired, and make a new one if need be.",
      "Do not repeat the request with the same credentials.",
    ],
    exampleDetail: "The API key is unknown, revoked or expired.",
  },
  forbidden: {
    cause:
      "The caller is known, but may not do this: a key without the scope that the operation needs, such as contracts:write, or a staff role that is too low.",
    remedy: [
      "Use a key with the scope that the message names; what an operation needs stands in its documentation. An owner of the shop makes keys in the admin under “API keys”.",
      "In the admin: ask an owner of the shop for a higher role.",
    ],
    exampleDetail: "This needs an API key with the scope contracts:write.",
  },
  address_not_allowed: {
    cause:
      "The key is good, but it is taken from certain network addresses only, and the request came from another.",
    remedy: [
      "Send the request from one of the key's addresses; the message says which address was seen.",
      "As an owner of the shop: see the key's addresses in the admin under “API keys”, and make a key with other ones if need be.",
      "If the service stands behind a reverse proxy and the message names the proxy's address, the operator sets TRUST_PROXY.",
    ],
    exampleDetail: "This API key is not taken from 203.0.113.7.",
  },
  second_factor_required: {
    cause: "The shop requires two-step sign-in of its staff, and this account has not set it up.",
    remedy: ["Set it up in the admin under “Your account”. Pages of the admin lead there by themselves."],
    exampleDetail: "Fernhill requires two-step sign-in. Set it up on the page of your account.",
  },
  switched_off: {
    cause:
      "The merchant has switched this action off for customers, on the portal's pages as well as here. Nothing was changed.",
    remedy: [
      "Leave the action out of what you offer the customer.",
      "The merchant finds the switch in the admin under “Portal”. With an API key the action stays possible.",
    ],
    exampleDetail: "The shop does not offer this in its portal.",
  },
  second_discount_forbidden: {
    cause: "The contract has a discount code already, and the shop allows one at a time.",
    remedy: ["Remove the present code first, then apply the other one."],
    exampleDetail: "The shop allows one code at a time.",
  },
  origin_mismatch: {
    cause:
      "A form or script changed something with your session, and the browser says it came from another site. That is how forged requests look.",
    remedy: [
      "Open the page anew on this service and send the form from there.",
      "If the service stands behind a reverse proxy, the operator sets TRUST_PROXY so that it knows its own address.",
    ],
    exampleDetail: "The request did not come from a page of this service.",
  },
  not_found: {
    cause:
      "No resource has this address or id, or it belongs to another shop or customer: the answer is the same, so that nobody can probe for it.",
    remedy: ["Check the path, its spelling and the id.", "Check that the key belongs to the shop you mean."],
    exampleDetail: "Nothing was found at this address.",
  },
  gone: {
    cause: "What was asked for was there once and has been deleted since, such as events older than 35 days.",
    remedy: [
      "Events: read the contracts anew, then go on from the place that the message names.",
      "Sending the same call again is answered alike.",
    ],
    exampleDetail:
      "Events up to 81200 are no longer kept. Read the contracts anew, then go on with after=81200.",
  },
  method_not_allowed: {
    cause: "The address exists, but not for this method.",
    remedy: ["Use one of the methods in the header Allow of the response."],
    exampleDetail: "Use GET, HEAD, OPTIONS.",
  },
  conflict: {
    cause:
      "The request is valid, but the current state of the resource does not allow it. Nothing was changed.",
    remedy: [
      "Read the detail, fetch the resource, and decide anew.",
      "With a Retry-After header: try again then.",
    ],
    exampleDetail: "The contract is cancelled.",
  },
  stale_version: {
    cause:
      "Someone else changed the same thing after you had read it. Your change was not made, so that theirs is not lost.",
    remedy: ["Fetch it again, make your change to what is there now, and send that."],
    exampleDetail: "Someone else has saved these settings in the meantime.",
  },
  precondition_failed: {
    cause:
      "What was to be changed has another ETag than the header If-Match names: it has changed since you read it, or it never had one. Nothing was changed.",
    remedy: [
      "Read it again, make your change to what is there now, and send that with the new ETag.",
      "ETags are compared letter for letter: a proxy that compresses answers may have put W/ before them.",
    ],
    exampleDetail:
      "It has changed since the ETag of If-Match was answered. Read it again before you change it.",
  },
  already_exists: {
    cause: "Something with the same name, domain or key already exists.",
    remedy: ["Use the existing one, or choose another name."],
    exampleDetail: "Another shop has this domain.",
  },
  idempotency_key_reused: {
    cause: "The header Idempotency-Key was sent before, with another method, path, query or body.",
    remedy: ["Send the very same call again to be told what it made, or use a new key for a new call."],
    exampleDetail: "This Idempotency-Key was used for another call.",
  },
  idempotency_key_in_use: {
    cause: "A call with this Idempotency-Key has come in and is not answered yet.",
    remedy: ["Send it again after the seconds that Retry-After says: you get the first call's answer."],
    exampleDetail: "The first call with this Idempotency-Key is under way. Send it again in a moment.",
  },
  idempotency_answer_lost: {
    cause:
      "The call was carried out, but the server ended before it could keep the answer. It is not carried out a second time.",
    remedy: ["Read what the call was to change. For another change use a new key."],
    exampleDetail:
      "The call with this Idempotency-Key was carried out, but its answer is lost. Read what it was to change.",
  },
  discount_already_applied: {
    cause: "The contract has this discount code already.",
    remedy: ["Nothing: it counts for the orders to come."],
    exampleDetail: "This code is applied to the contract already.",
  },
  last_line: {
    cause:
      "The line is the only one left in the next order, so leaving it out would leave an order of nothing.",
    remedy: ["Skip the whole order instead: PUT …/subscription-billing-attempts/skip-order/{id}."],
    exampleDetail: "Nothing would be left in the next order. Skip the whole order instead (skip-order).",
  },
  limit_reached: {
    cause: "The shop has as many of these as it may have.",
    remedy: ["Remove one that is no longer needed, then try again."],
    exampleDetail: "A shop has at most 10 API keys. Revoke one first.",
  },
  request_timeout: {
    cause: "The connection was opened, but the request's head did not arrive in time.",
    remedy: ["Send the request again on a new connection."],
    exampleDetail: "The request's head did not arrive in time.",
  },
  body_too_large: {
    cause: "The body is larger than this operation takes: 1 MB unless its documentation says otherwise.",
    remedy: ["Split the request into several smaller ones."],
    exampleDetail: "The body is larger than 1048576 bytes.",
  },
  unsupported_media_type: {
    cause: "The body has another Content-Type than the operation takes, or a Content-Encoding.",
    remedy: ["Send JSON with Content-Type: application/json, not compressed."],
    exampleDetail: "Send the body as application/json.",
  },
  headers_too_large: {
    cause: "URL and headers together exceed 16 KB.",
    remedy: [
      "Shorten the query, for instance by asking for fewer ids at a time.",
      "Send no cookies that are not needed.",
    ],
    exampleDetail: "URL and headers together: 16 KB at most.",
  },
  too_many_requests: {
    cause:
      "More requests came than the limit allows: per API key, or when signing in per address and account.",
    remedy: [
      "Wait as many seconds as the header Retry-After says, then go on.",
      "Spread calls out by the headers RateLimit-Remaining and RateLimit-Reset; ask for larger pages instead of more of them.",
    ],
    exampleDetail: "This key has used up its rate for now.",
  },
  internal: {
    cause: "A fault on our side. It has been recorded under the request id.",
    remedy: [
      "Try again later; a read may be repeated at any time.",
      "If it stays, tell the operator the requestId of the response.",
    ],
    exampleDetail: "Something went wrong on our side. The request id helps us find it.",
  },
  unavailable: {
    cause:
      "The service is starting, or its database cannot be reached, has no room or takes too long right now.",
    remedy: ["Try again after as many seconds as the header Retry-After says."],
    exampleDetail: "The database cannot be reached right now.",
  },
};
