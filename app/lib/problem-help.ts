import type { ProblemCode } from "./problem";

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
    cause: "The first day of the discount code has not come yet.",
    remedy: ["Apply it from that day on; the merchant sees the day in the admin under “Discount codes”."],
    exampleDetail: "This code is not valid yet.",
  },
  discount_expired: {
    cause: "The last day of the discount code has passed.",
    remedy: ["Use another code."],
    exampleDetail: "This code is no longer valid.",
  },
  discount_used_up: {
    cause: "The discount code has been used as often as the merchant allows in total.",
    remedy: ["Use another code.", "As the merchant: raise the limit in the admin under “Discount codes”."],
    exampleDetail: "This code has been used as often as it may be.",
  },
  discount_already_used: {
    cause:
      "The discount code can be used once by each customer, and this one has used it, perhaps with another contract; or the contract has had it for as many orders as the code is for.",
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
      "Catalogue prices are in the shop's currency, and this contract is billed in another. Prices are not converted.",
    remedy: ["Sell the product to contracts in the shop's currency only."],
    exampleDetail: "The shop's prices are in USD; this contract is billed in EUR.",
  },
  malformed_url: {
    cause: "The URL has an invalid percent escape, or its host is not valid.",
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
      "Check that the whole key was copied: it is shown once, when it is created.",
      "Check in the admin under “API keys” whether it was revoked, replaced or has expired, and create a new one if necessary.",
      "Do not repeat the request with the same credentials.",
    ],
    exampleDetail: "The API key is unknown, revoked or expired.",
  },
  forbidden: {
    cause:
      "The caller is known, but may not do this: a key without the scope that the operation needs, such as contracts:write, or a staff role that is too low.",
    remedy: [
      "Use a key with the scope that the message names; each operation's documentation says which scope it needs. Owners of the shop create keys in the admin under “API keys”.",
      "In the admin: ask an owner of the shop for a higher role.",
    ],
    exampleDetail: "This needs an API key with the scope contracts:write.",
  },
  address_not_allowed: {
    cause:
      "The key is valid, but it is accepted from certain network addresses only, and the request came from another.",
    remedy: [
      "Send the request from one of the key's addresses; the message says which address was seen.",
      "As an owner of the shop: check the key's addresses in the admin under “API keys”, and create a key with other addresses if necessary.",
      "If the service stands behind a reverse proxy and the message names the proxy's address, the operator sets TRUST_PROXY.",
    ],
    exampleDetail: "This API key is not taken from 203.0.113.7.",
  },
  second_factor_required: {
    cause: "The shop requires two-step sign-in for its staff, and it has not been set up for this account.",
    remedy: ["Set it up in the admin under “Your account”. Pages of the admin lead there by themselves."],
    exampleDetail: "Fernhill requires two-step sign-in. Set it up on the page of your account.",
  },
  shop_closed: {
    cause:
      "The merchant or the operator of this service has closed the shop. Nothing is charged, sent or changed while it is closed. Its keys, links and addresses stay valid, and work again if the shop is reopened.",
    remedy: [
      "Stop calling for this shop; there is no use in trying again by yourself.",
      "Its owner can reopen it after signing in to the admin, until its data is deleted. After that keys are answered with “invalid_credentials”.",
    ],
    exampleDetail: "The shop was closed on 2026-11-28. Nothing is done for it.",
  },
  switched_off: {
    cause:
      "The merchant has switched this action off for customers, on the portal's pages as well as here. Nothing was changed.",
    remedy: [
      "Do not offer this action to the customer.",
      "Merchants find the switch in the admin under “Portal”. With an API key the action is still possible.",
    ],
    exampleDetail: "The shop does not offer this in its portal.",
  },
  second_discount_forbidden: {
    cause: "The contract has a discount code already, and the shop allows one at a time.",
    remedy: ["Remove the current code first, then apply the other one."],
    exampleDetail: "The shop allows one code at a time.",
  },
  origin_mismatch: {
    cause:
      "A form or script changed something with your session, and the browser says it came from another site. That is how forged requests look.",
    remedy: [
      "Open the page again on this service and send the form from there.",
      "If the service stands behind a reverse proxy, the operator sets TRUST_PROXY so that it knows its own address.",
    ],
    exampleDetail: "The request did not come from a page of this service.",
  },
  shop_switched: {
    cause:
      "A form or download of the admin was used on a page made for another shop than the one that the session works in now, since the shop was switched in another tab. Nothing was changed.",
    remedy: [
      "Open the page again: it then shows the shop that you work in.",
      "Switch back in the admin under “Switch shop” if you meant the other shop.",
    ],
    exampleDetail: "The page was not made for Fernhill, the shop you are in now. Nothing was changed.",
  },
  not_found: {
    cause:
      "No resource has this address or id, or it belongs to another shop or customer: the answer is the same, so that nobody can probe for it.",
    remedy: ["Check the path, its spelling and the id.", "Check that the key belongs to the shop you mean."],
    exampleDetail: "Nothing was found at this address.",
  },
  gone: {
    cause: "The requested data existed, but has been deleted since, such as events older than 35 days.",
    remedy: [
      "Events: read the contracts again, then continue from the position that the message names.",
      "Repeating the call gives the same response.",
    ],
    exampleDetail:
      "Events up to 81200 are no longer kept. Read the contracts anew, then go on with after=81200.",
  },
  method_not_allowed: {
    cause: "The URL exists, but does not support this method.",
    remedy: ["Use one of the methods in the header Allow of the response."],
    exampleDetail: "Use GET, HEAD, OPTIONS.",
  },
  conflict: {
    cause:
      "The request is valid, but the current state of the resource does not allow it. Nothing was changed.",
    remedy: [
      "Read the detail, fetch the resource, and decide again.",
      "With a Retry-After header: try again then.",
    ],
    exampleDetail: "The contract is cancelled.",
  },
  stale_version: {
    cause:
      "Someone else changed the same resource after you read it. Your change was not made, so that theirs is not lost.",
    remedy: ["Fetch it again, apply your change to the current version, and send that."],
    exampleDetail: "Someone else has saved these settings in the meantime.",
  },
  precondition_failed: {
    cause:
      "The resource's ETag is not the one in the header If-Match: the resource has changed since you read it, or never had that ETag. Nothing was changed.",
    remedy: [
      "Read it again, apply your change to the current version, and send that with the new ETag.",
      "ETags are compared character by character: a proxy that compresses responses may have prefixed them with W/.",
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
    remedy: ["Repeat the original call unchanged to get its response, or use a new key for a new call."],
    exampleDetail: "This Idempotency-Key was used for another call.",
  },
  idempotency_key_in_use: {
    cause: "A call with this Idempotency-Key is still being processed.",
    remedy: [
      "Send it again after the number of seconds in Retry-After: you get the response to the first call.",
    ],
    exampleDetail: "The first call with this Idempotency-Key is under way. Send it again in a moment.",
  },
  idempotency_answer_lost: {
    cause:
      "The call was carried out, but the server stopped before it could store the response. It is not carried out a second time.",
    remedy: ["Read the resource that the call was to change. For another change use a new key."],
    exampleDetail:
      "The call with this Idempotency-Key was carried out, but its answer is lost. Read what it was to change.",
  },
  discount_already_applied: {
    cause: "The contract has this discount code already.",
    remedy: ["Nothing: it applies to the upcoming orders."],
    exampleDetail: "This code is applied to the contract already.",
  },
  last_line: {
    cause: "The line is the only one left in the next order; without it, the order would be empty.",
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
    cause: "The operation does not accept the body's Content-Type, or the body has a Content-Encoding.",
    remedy: ["Send uncompressed JSON with Content-Type: application/json."],
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
      "Wait for the number of seconds in the header Retry-After, then continue.",
      "Spread calls out according to the headers RateLimit-Remaining and RateLimit-Reset; request larger pages instead of more of them.",
    ],
    exampleDetail: "This key has used up its rate for now.",
  },
  internal: {
    cause: "A fault on our side. It has been recorded under the request id.",
    remedy: [
      "Try again later; a read may be repeated at any time.",
      "If it persists, tell the operator the requestId of the response.",
    ],
    exampleDetail: "Something went wrong on our side. The request id helps us find it.",
  },
  unavailable: {
    cause:
      "The service is starting, or its database cannot be reached, is out of space or is too slow right now.",
    remedy: ["Try again after the number of seconds in the header Retry-After."],
    exampleDetail: "The database cannot be reached right now.",
  },
};
