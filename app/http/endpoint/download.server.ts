import type { RequestContext } from "~/http/request/request-context.server";
import { logger } from "~/lib/logger.server";

/** A CSV file to save, streamed at the receiver's pace: however large it is, little of it is in memory. */
export function toCsvDownload(
  name: string,
  pieces: AsyncGenerator<string>,
  context: RequestContext,
): Response {
  return new Response(toStream(pieces, context), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}

/** A pull stream: each piece is made after the one before has been sent. */
function toStream(pieces: AsyncGenerator<string>, context: RequestContext): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          logger.error({ err: error, requestId: context.requestId }, "an export broke off");
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
