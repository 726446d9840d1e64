import type { RequestContext } from "~/http/request/request-context.server";
import { env } from "~/lib/env.server";
import { toDayString } from "~/lib/format";
import { logger } from "~/lib/logger.server";
import { invalidRequest } from "~/lib/problem";
import { createShopSlots } from "./shop-slots";

const takeExportSlot = createShopSlots(
  { perShop: env.EXPORTS_PER_SHOP, inAll: Number.POSITIVE_INFINITY },
  { ofShop: "This shop is exporting already.", ofAll: "Too many exports are made right now." },
);

/** The header line, which needs no query, and the first page of rows: if that query fails, the answer can still be an error. */
const PIECES_BEFORE_ANSWER = 2;
/** When the client has read nothing for this long, the download ends and its slot is free for others. */
const IDLE_MS = 2 * 60_000;

type Pieces = AsyncGenerator<string>;

/** A CSV file to save: see `toDownload`. */
export const toCsvDownload = (
  name: string,
  pieces: Pieces,
  context: RequestContext,
  shopId: number,
): Promise<Response> => toDownload({ name, mediaType: "text/csv" }, pieces, context, shopId);

/** The same with the shop's day in its name: `orders-2026-11-26.csv`. */
export const toDatedCsv = (
  name: string,
  pieces: Pieces,
  context: RequestContext,
  { id, timeZone }: { id: number; timeZone: string },
): Promise<Response> =>
  toCsvDownload(`${name}-${toDayString(context.now, timeZone)}.csv`, pieces, context, id);

/**
 * A file must not contain more than was asked for: unlike on the list's page, a wrong filter is refused.
 *
 * @param problems a message for each wrong parameter
 * @throws ProblemError invalid_request
 */
export function refuseWrongFilters(problems: Readonly<Record<string, string>>): void {
  const errors = Object.entries(problems).map(([parameter, detail]) => ({
    parameter,
    code: "invalid_value",
    detail,
  }));
  if (errors.length > 0) throw invalidRequest(errors);
}

/**
 * A file to download, streamed at the receiver's pace: however large it is, little of it is in memory.
 * @throws ProblemError too_many_requests while the shop has its maximum number under way
 */
export async function toDownload(
  { name, mediaType }: { name: string; mediaType: "text/csv" | "application/json" },
  pieces: Pieces,
  context: RequestContext,
  shopId: number,
): Promise<Response> {
  const release = takeExportSlot(shopId);
  const { method, signal } = context.request;
  // A client that disconnects before the first piece, or sends HEAD, never reads the body.
  signal.addEventListener("abort", release);
  const isUnread = method === "HEAD" || signal.aborted;
  if (isUnread) release();
  const first = isUnread ? [] : await takeFirst(pieces).catch(rethrowAfter(release));
  return new Response(toStream(first, pieces, context, release), {
    headers: {
      "Content-Type": `${mediaType}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

async function takeFirst(pieces: Pieces): Promise<string[]> {
  const first: string[] = [];
  while (first.length < PIECES_BEFORE_ANSWER) {
    const { done, value } = await pieces.next();
    if (done) break;
    first.push(value);
  }
  return first;
}

const rethrowAfter = (release: () => void) => (error: unknown) => {
  release();
  throw error;
};

/** A pull stream: each piece is produced after the one before has been sent. */
function toStream(
  first: string[],
  pieces: Pieces,
  context: RequestContext,
  release: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    release();
  };
  const breakOff = (controller: ReadableStreamDefaultController, error: unknown) => {
    end();
    logger.error({ err: error, requestId: context.requestId }, "an export broke off");
    controller.error(error);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(idle);
        try {
          const value = first.shift() ?? (await pieces.next()).value;
          if (value === undefined) {
            end();
            return controller.close();
          }
          controller.enqueue(encoder.encode(value));
          idle = setTimeout(() => {
            breakOff(controller, new Error("Its receiver has stopped reading."));
            void pieces.return(undefined);
          }, IDLE_MS).unref();
        } catch (error) {
          breakOff(controller, error);
        }
      },
      async cancel() {
        end();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
