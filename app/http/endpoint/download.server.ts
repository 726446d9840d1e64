import { createShopSlots } from "~/http/endpoint/shop-slots";
import type { RequestContext } from "~/http/request/request-context.server";
import { env } from "~/lib/env.server";
import { logger } from "~/lib/logger.server";

const takeExportSlot = createShopSlots(
  { perShop: env.EXPORTS_PER_SHOP, inAll: Number.POSITIVE_INFINITY },
  { ofShop: "This shop is exporting already.", ofAll: "Too many exports are made right now." },
);

/** A CSV file to download: see `toDownload`. */
export const toCsvDownload = (
  name: string,
  pieces: AsyncGenerator<string>,
  context: RequestContext,
  shopId: number,
): Response => toDownload({ name, mediaType: "text/csv" }, pieces, context, shopId);

/**
 * A file to download, streamed at the receiver's pace: however large it is, little of it is in memory.
 * @throws ProblemError too_many_requests while the shop has its maximum number under way
 */
export function toDownload(
  { name, mediaType }: { name: string; mediaType: "text/csv" | "application/json" },
  pieces: AsyncGenerator<string>,
  context: RequestContext,
  shopId: number,
): Response {
  const release = takeExportSlot(shopId);
  const { method, signal } = context.request;
  // A client that leaves before the first piece, or sends HEAD, never reads it.
  signal.addEventListener("abort", release);
  if (method === "HEAD") release();
  return new Response(toStream(pieces, context, release), {
    headers: {
      "Content-Type": `${mediaType}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

/** A pull stream: each piece is produced after the previous one has been sent. */
function toStream(
  pieces: AsyncGenerator<string>,
  context: RequestContext,
  release: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) {
            release();
            controller.close();
          } else controller.enqueue(encoder.encode(value));
        } catch (error) {
          release();
          logger.error({ err: error, requestId: context.requestId }, "an export broke off");
          controller.error(error);
        }
      },
      async cancel() {
        release();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
