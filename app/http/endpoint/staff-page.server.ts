import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { type Access, type StaffRole, toAudit, toRealAudit } from "~/access/principal";
import { defineEndpoint, type EndpointDefinition, type HandlerInput } from "./define-endpoint.server";
import { pageLoader } from "./routes.server";

/** Whom a page or form lets in who is kept out of the others. */
type AlsoFor = Pick<Access, "staffWithoutSecondFactor" | "staffOfClosedShop">;
type StaffAccess = { staff: StaffRole } & AlsoFor;
/** For what people do for themselves, whatever keeps them out of the shop. */
export const alsoKeptOut = { staffWithoutSecondFactor: true, staffOfClosedShop: true } as const;

type Schema = z.ZodType | undefined;

type Read<P extends Schema, Q extends Schema, R> = Pick<
  EndpointDefinition<StaffAccess, P, Q, undefined, R>,
  "params" | "query" | "handler"
> &
  AlsoFor;

type FormInput<P extends Schema, Q extends Schema, B extends Schema> = HandlerInput<StaffAccess, P, Q, B> & {
  /** Who changes something, at the shop's time. */
  audit: ReturnType<typeof toAudit>;
  /** The same at the real time. */
  realAudit: ReturnType<typeof toRealAudit>;
};

type Form<P extends Schema, Q extends Schema, B extends Schema, R> = Pick<
  EndpointDefinition<StaffAccess, P, Q, B, R>,
  "params" | "query" | "body" | "findMore" | "bodyLimit" | "streamsBody"
> &
  AlsoFor & {
    handler(input: FormInput<P, Q, B>): Promise<R>;
  };

/** What staff of at least this role read, as data of a page or as a file (`fileRoute`). */
export const staffRead = <R, P extends Schema = undefined, Q extends Schema = undefined>(
  operationId: string,
  least: StaffRole,
  { staffWithoutSecondFactor, staffOfClosedShop, ...rest }: Read<P, Q, R>,
) =>
  defineEndpoint({
    operationId,
    method: "GET",
    access: { staff: least, staffWithoutSecondFactor, staffOfClosedShop },
    ...rest,
  });

/** The loader of a page of the admin. */
export const staffPage = <R, P extends Schema = undefined, Q extends Schema = undefined>(
  ...definition: Parameters<typeof staffRead<R, P, Q>>
) => pageLoader(staffRead(...definition));

/** A form of such a page, for `pageAction`. */
export const staffForm = <
  R,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(
  operationId: string,
  least: StaffRole,
  { staffWithoutSecondFactor, staffOfClosedShop, handler, ...rest }: Form<P, Q, B, R>,
) =>
  defineEndpoint({
    operationId,
    method: "POST",
    access: { staff: least, staffWithoutSecondFactor, staffOfClosedShop },
    ...rest,
    handler: (input) => {
      const { principal, context } = input;
      return handler({
        ...input,
        audit: toAudit(principal, context),
        realAudit: toRealAudit(principal, context),
      });
    },
  });

/** A form that changes something and then leads to a page, so that a reload repeats nothing. */
export const staffChange = <
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(
  operationId: string,
  least: StaffRole,
  {
    done,
    handler,
    ...rest
  }: Form<P, Q, B, unknown> & { done: string | ((input: FormInput<P, Q, B>) => string) },
) =>
  staffForm(operationId, least, {
    ...rest,
    handler: async (input: FormInput<P, Q, B>): Promise<never> => {
      await handler(input);
      throw redirect(typeof done === "string" ? done : done(input), 303);
    },
  });
