import { redirect } from "@remix-run/node";
import { z } from "zod";
import { deleteSession, findSession } from "~/access/sessions.repo.server";
import { findKnownEmail } from "~/features/staff/known-browsers.repo.server";
import { signInCodeSchema, signInSchema, switchShopSchema, toSafeNext } from "~/features/staff/staff.schema";
import { setCookies, toSessionPlace } from "~/features/staff/start-session.service.server";
import {
  hashLinkToken,
  readKnownTokenHash,
  readSessionTokenHash,
  toSessionCookie,
} from "~/http/callers/session-cookie.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { pageAction, pageLoader } from "~/http/endpoint/routes.server";
import { alsoKeptOut, staffForm } from "~/http/endpoint/staff-page.server";
import type { RequestContext } from "~/http/request/request-context.server";
import { signIn, signInWithCode, switchShop } from "./sign-in.service.server";

/** The sign-in page, perhaps by a mailed link, which this does not use up; who is signed in already goes on. */
const readSignIn = defineEndpoint({
  operationId: "readSignIn",
  method: "GET",
  access: { public: true },
  query: z.object({
    next: z.string().optional().catch(undefined),
    token: z.string().optional().catch(undefined),
    done: z.enum(["reset", "joined"]).optional().catch(undefined),
  }),
  handler: async ({ query, context }) => {
    const tokenHash = readSessionTokenHash(context.request);
    const next = toSafeNext(query.next);
    if (tokenHash && (await findSession(tokenHash, context.receivedAt))) throw redirect(next, 303);
    const { token } = query;
    const email = token === undefined ? null : await findKnownEmail(hashLinkToken(token), context.receivedAt);
    const done = query.done ?? null;
    return {
      next,
      done,
      link: token && email ? { token, email } : null,
      isLinkOver: Boolean(token) && !email,
    };
  },
});

const submitSignIn = defineEndpoint({
  operationId: "signIn",
  method: "POST",
  access: { public: true },
  body: signInSchema,
  handler: async ({ body, context }): Promise<{ ticket: string; next: string }> => {
    const linkTokenHash = body.token ? hashLinkToken(body.token) : null;
    const outcome = await signIn({ ...body, ...toComer(context), linkTokenHash });
    const next = toSafeNext(body.next);
    if ("ticket" in outcome) return { ...outcome, next };
    throw setCookies(redirect(next, 303), context.request, outcome);
  },
});

/** The second step: a code of an app, or one for recovery. */
const submitCode = defineEndpoint({
  operationId: "signInWithCode",
  method: "POST",
  access: { public: true },
  body: signInCodeSchema,
  handler: async ({ body, context }) => {
    const tokens = await signInWithCode({ ticket: body.ticket, code: body.factorCode, ...toComer(context) });
    return setCookies(redirect(toSafeNext(body.next), 303), context.request, tokens);
  },
});

/** The form is shown after the right password; visited directly, the page has nothing to ask. */
const readCode = defineEndpoint({
  operationId: "readSignInCode",
  method: "GET",
  access: { public: true },
  handler: async (): Promise<null> => {
    throw redirect("/admin/sign-in", 303);
  },
});

const toComer = (context: RequestContext) => ({
  now: context.receivedAt,
  requestId: context.requestId,
  place: toSessionPlace(context),
  oldTokenHash: readSessionTokenHash(context.request),
  knownTokenHash: readKnownTokenHash(context.request),
});

/** The page that asks before it ends the session; it has nothing to read. */
const readSignOut = defineEndpoint({
  operationId: "readSignOut",
  method: "GET",
  access: { public: true },
  handler: async (): Promise<null> => null,
});

/** Works without a session too, so that two tabs may both sign out. */
const submitSignOut = defineEndpoint({
  operationId: "signOut",
  method: "POST",
  access: { public: true },
  handler: async ({ context }) => {
    const tokenHash = readSessionTokenHash(context.request);
    if (tokenHash) await deleteSession(tokenHash);
    return redirect("/admin/sign-in", {
      status: 303,
      headers: { "Set-Cookie": toSessionCookie(context.request, null) },
    });
  },
});

export const signInLoader = pageLoader(readSignIn);
export const signInAction = pageAction({ signIn: submitSignIn });
export const signInCodeLoader = pageLoader(readCode);
export const signInCodeAction = pageAction({ code: submitCode });
export const signOutLoader = pageLoader(readSignOut);
export const signOutAction = pageAction({ signOut: submitSignOut });
export const switchShopAction = pageAction({
  switchShop: staffForm("switchShop", "viewer", {
    ...alsoKeptOut,
    body: switchShopSchema,
    handler: async ({ principal, body, context }) => {
      const tokenHash = readSessionTokenHash(context.request);
      if (tokenHash) await switchShop(principal.staffId, tokenHash, body.shopId);
      return redirect("/admin", 303);
    },
  }),
});
