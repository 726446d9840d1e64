import { z } from "zod";
import { findContractId } from "~/features/event-stream/stream.repo.server";
import { hub } from "~/features/live/hub.server";
import { defineEndpoint } from "~/http/endpoint/define-endpoint.server";
import { fileRoute } from "~/http/endpoint/routes.server";
import { notFound, ProblemError } from "~/lib/problem";
import { type Topic, toKey } from "~db/announcements.server";

/** Pages of this process that may follow at a time; more ask by themselves. */
const MOST_PAGES = 1000;
/** Proxies cut what is silent for longer. */
const BEAT_MS = 15_000;
/** After it the browser comes again, and shows its session again. */
const LONGEST_MS = 5 * 60_000;
const COME_BACK_MS = 1_000;

const MAIN_TOPICS = ["orders", "bulk-automations", "imports", "plans"] as const;

/** `contract:<id as on the wire>`, or one of those of the shop. */
const topicField = z.union([
  z.enum(MAIN_TOPICS),
  z
    .string()
    .regex(/^contract:[1-9]\d{0,15}$/)
    .transform((text) => Number(text.slice("contract:".length))),
]);

/** @throws ProblemError not_found */
async function toTopic(shopId: number, topic: z.output<typeof topicField>): Promise<Topic> {
  if (typeof topic === "string") return topic;
  const id = await findContractId(shopId, topic);
  if (id === null) throw notFound();
  return `contract:${id}`;
}

/** Server-sent events: `change` when what a page shows has changed. What has changed the page reads anew by itself. */
const followChanges = defineEndpoint({
  operationId: "followChanges",
  summary: "Tells an admin page when what it shows has changed",
  method: "GET",
  access: { staff: "viewer" },
  query: z.object({ topic: topicField }),
  handler: async ({ principal: { shop }, query, context: { request } }) => {
    const topic = await toTopic(shop.id, query.topic);
    if (hub.size >= MOST_PAGES)
      throw new ProblemError("too_many_requests", "Too many pages follow changes at the moment.");
    return new Response(await openStream(toKey(shop.id, topic), request.signal), {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        // Compressed, or kept by a proxy, it would come when it is over.
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  },
});

async function openStream(key: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isChanged = false;
  const write = (text: string) => stream?.enqueue(encoder.encode(text));
  const hasRoom = () => (stream?.desiredSize ?? 0) > 0;
  const tell = () => {
    // Whoever has not read the last word yet is told when they have: many changes are one.
    isChanged = !hasRoom();
    if (!isChanged) write("event: change\ndata:\n\n");
  };
  let isOver = false;
  let unfollow = () => {};
  const beat = setInterval(() => hasRoom() && write(":\n\n"), BEAT_MS);
  const longest = setTimeout(() => end(), LONGEST_MS);
  const leave = () => {
    isOver = true;
    clearInterval(beat);
    clearTimeout(longest);
    unfollow();
  };
  const end = () => {
    leave();
    stream?.close();
    stream = undefined;
  };
  try {
    // A process that ends says so at once: before there is a stream.
    unfollow = await hub.follow([key], { onChange: tell, onEnd: () => end() });
  } catch (error) {
    leave();
    throw error;
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
      write(`retry: ${COME_BACK_MS}\n\n`);
      signal.addEventListener("abort", end);
      if (signal.aborted || isOver) end();
    },
    pull() {
      if (isChanged) tell();
    },
    // It is closed by then.
    cancel() {
      stream = undefined;
      end();
    },
  });
}

const { loader } = fileRoute(followChanges);

/** Whoever is signed out is told to stop asking (204): the sign-in page is no stream, and the page itself leads there. */
export async function followLoader(args: Parameters<typeof loader>[0]): Promise<Response> {
  const response = await loader(args);
  if (response.status !== 302) return response;
  const headers = new Headers(response.headers);
  headers.delete("Location");
  return new Response(null, { status: 204, headers });
}
