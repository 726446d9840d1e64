import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { findSigned } from "~/http/callers/signed-request.server";
import { requireVisitorWithinLimit } from "~/http/callers/visitor-limit.server";
import { requireStorableUrl } from "~/http/request/field-errors";
import { type RequestContext, toRequestContext } from "~/http/request/request-context.server";
import { isSafeMethod } from "~/http/request/same-origin.server";
import { toProblem } from "~/http/request/to-problem.server";
import { ProblemError } from "~/lib/problem";
import { answerLate, complete, toStaffProblem } from "./complete.server";
import type { Endpoint } from "./define-endpoint.server";
import { toResponse } from "./json-response.server";

export type HtmlAnswer = {
  /** Its name in metrics and log; read when it is rendered. */
  operation: string;
  /** An image that a page shows: it has a rate limit of its own, and its refusals are rendered by `renderProblem`. */
  isImage?: true;
  draw(): Promise<Response>;
  /**
   * The page that reports a problem. For a status of 500 or more it must not query the database, since that may be what
   * failed; for others it may, and is called again with the error if that fails.
   */
  renderProblem(problem: ProblemError): Promise<Response>;
};

export type ToHtmlAnswer = (
  context: RequestContext,
  params: Record<string, string | undefined>,
) => HtmlAnswer;

/**
 * The route of pages that are complete documents, outside the admin's layout: portal, storefront, referral, problems,
 * previews. `export const { loader, action } = htmlRoute(…)`. Whatever is thrown ends as a page with the problem's
 * status and headers.
 *
 * @param options.admit refuses requests before the page is made; by default those that a visitor may not make, or makes too often
 * @param options.renderRefusal the page for visitors over the limit, and of a closed shop; it must not query the database. By
 *   default the answer's problem page
 */
export function htmlRoute(
  toAnswer: ToHtmlAnswer,
  {
    admit = requireVisitorWithinLimit,
    renderRefusal,
  }: {
    admit?: (context: RequestContext, counts: "page" | "image") => Promise<void>;
    renderRefusal?: (problem: ProblemError, context: RequestContext) => Promise<Response>;
  } = {},
) {
  async function respond({
    request,
    params,
    context: given,
  }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
    const context = toRequestContext(request, given);
    const answer = toAnswer(context, params);
    const refuse = (problem: ProblemError) =>
      renderRefusal && !answer.isImage ? renderRefusal(problem, context) : answer.renderProblem(problem);
    const renderProblem = (error: unknown) => {
      const problem = toProblem(error, context, answer.operation);
      return problem.code === "shop_closed" ? refuse(problem) : answer.renderProblem(problem);
    };
    const draw = async () => {
      try {
        await admit(context, answer.isImage ? "image" : "page");
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== "too_many_requests") throw error;
        await answerLate(error);
        return refuse(error);
      }
      return answer.draw();
    };
    const response = toWhole(await draw().catch(renderProblem).catch(renderProblem), context);
    if (!response.headers.has("Referrer-Policy")) response.headers.set("Referrer-Policy", "same-origin");
    return complete(response, context, answer.operation, "page");
  }
  return { loader: respond, action: respond };
}

/** A page that is read and, with `POST`, has forms. Another method gets a problem page: 405 with Allow. */
export const byMethod =
  ({ GET, POST }: { GET: ToHtmlAnswer; POST?: ToHtmlAnswer }): ToHtmlAnswer =>
  (context, params) => {
    const { method } = context.request;
    if (isSafeMethod(method)) return GET(context, params);
    const answer = (POST ?? GET)(context, params);
    if (POST && method === "POST") return answer;
    const [detail, Allow] = POST ? ["Use POST.", "GET, HEAD, POST"] : ["Use GET.", "GET, HEAD"];
    const draw = async () => {
      throw new ProblemError("method_not_allowed", detail, { headers: { Allow } });
    };
    return { ...answer, draw };
  };

/**
 * The route of a complete document of the admin that one endpoint returns, such as the content of a preview's frame.
 * Problems are answered as problem documents, not as pages.
 *
 * @param around wraps the route, for a path that serves something else as well
 */
export function staffHtmlRoute(
  endpoint: Endpoint<Response>,
  around = (toAnswer: ToHtmlAnswer): ToHtmlAnswer => toAnswer,
) {
  const toDocument = byMethod({
    GET: (context, params) => ({
      operation: endpoint.operationId,
      draw: () => endpoint.run(context, params, "page"),
      async renderProblem(problem) {
        await answerLate(problem);
        return toStaffProblem(problem, context);
      },
    }),
  });
  // The endpoint counts its session.
  const { loader, action } = htmlRoute(around(toDocument), {
    async admit(context) {
      requireStorableUrl(context.url);
      await findSigned(context);
    },
  });
  // The endpoint, for tests that list pages (test/isolation).
  return { loader: Object.assign(loader, { endpoints: [endpoint] }), action };
}

/**
 * @param headers of its kind: see security-headers.server.ts. Not to be shared between requests: the nonce would
 *   repeat.
 */
export function htmlResponse(
  html: string,
  { status = 200, headers }: { status?: number; headers: Record<string, string> },
): Response {
  const response = new Response(null, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
  texts.set(response, html);
  return response;
}

const texts = new WeakMap<Response, string>();

/**
 * Sends the text in one piece where the serving preload takes it, without a web stream that would be read out again.
 */
function toWhole(response: Response, context: RequestContext): Response {
  const html = texts.get(response);
  return html === undefined ? response : toResponse(html, response, context);
}
