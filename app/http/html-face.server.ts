import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { measure } from "~/http/faces.server";
import { requireStorableUrl } from "~/http/field-errors";
import { LOG_NOTE_HEADER } from "~/http/internal-headers";
import type { ProblemError } from "~/http/problem";
import { type RequestContext, toRequestContext } from "~/http/request-context.server";
import { findSigned } from "~/http/signed-request.server";
import { toProblem } from "~/http/to-problem.server";

export type HtmlAnswer = {
  /** Names it in metrics and log; read when it is drawn. */
  operation: string;
  draw(): Promise<Response>;
  /**
   * The page that says why there is no other. For a status from 500 on it asks no database, since that may be what failed;
   * for another it may, and is asked again with what went wrong then.
   */
  drawProblem(problem: ProblemError): Promise<Response>;
};

export type ToHtmlAnswer = (
  context: RequestContext,
  params: Record<string, string | undefined>,
) => HtmlAnswer;

/**
 * The face of pages that are whole documents of their own, outside the admin: portal, storefront, referral. Whatever is
 * thrown ends as a page with the problem's status and headers.
 */
export const htmlRoute =
  (toAnswer: ToHtmlAnswer) =>
  async ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const context = toRequestContext(request);
    const answer = toAnswer(context, params);
    const drawProblem = (error: unknown) => answer.drawProblem(toProblem(error, context, answer.operation));
    const draw = async () => {
      requireStorableUrl(context.url);
      await findSigned(context);
      return answer.draw();
    };
    const response = await draw().catch(drawProblem).catch(drawProblem);
    return complete(response, context, answer.operation);
  };

function complete(response: Response, context: RequestContext, operation: string): Response {
  const { headers } = response;
  for (const [name, value] of context.responseHeaders) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Content-Type-Options", "nosniff");
  const by = context.loggedCaller ? ` by ${context.loggedCaller}` : "";
  if (!headers.has(LOG_NOTE_HEADER)) headers.set(LOG_NOTE_HEADER, operation + by);
  measure(context, operation, "page", response.status);
  return response;
}
