import { z } from "zod";
import { findContractId } from "~/features/event-stream/stream.repo.server";
import { fileRoute } from "~/http/endpoint/routes.server";
import { createShopSlots } from "~/http/endpoint/shop-slots";
import { staffRead } from "~/http/endpoint/staff-page.server";
import { notFound } from "~/lib/problem";
import { type Topic, toKey } from "~db/announcements.server";
import { hub } from "./hub.server";

/** Pages that may follow at a time in this process; others poll. */
const takePageSlot = createShopSlots(
  { perShop: 100, inAll: 1000 },
  {
    ofShop: "Too many pages of this shop follow changes at the moment.",
    ofAll: "Too many pages follow changes at the moment.",
  },
);
/** Proxies close connections that are silent for longer. */
const BEAT_MS = 15_000;
/** Then the browser reconnects, and its session is checked again. */
const LONGEST_MS = 5 * 60_000;
const COME_BACK_MS = 1_000;

const MAIN_TOPICS = ["orders", "bulk-automations", "imports", "plans"] as const;

/** `contract:<id as on the wire>`, or one of the shop's topics. */
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

/** Server-sent events: `change` when what a page shows has changed. The page itself then reads it again. */
const followChanges = staffRead("followChanges", "viewer", {
  query: z.object({ topic: topicField }),
  handler: async ({ principal: { shop }, query, context: { request } }) => {
    const topic = await toTopic(shop.id, query.topic);
    const release = takePageSlot(shop.id);
    return new Response(await openStream(toKey(shop.id, topic), request.signal, release), {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        // Compressed or buffered by a proxy, it would only arrive at the end.
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
      },
    });
  },
});

/** @param release called once nobody follows any more */
async function openStream(
  key: string,
  signal: AbortSignal,
  release: () => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isChanged = false;
  const write = (text: string) => stream?.enqueue(encoder.encode(text));
  const hasRoom = () => (stream?.desiredSize ?? 0) > 0;
  const notify = () => {
    // A slow reader is notified once it has caught up: several changes become one.
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
    release();
  };
  const end = () => {
    leave();
    stream?.close();
    stream = undefined;
  };
  try {
    // If the process is ending, this fails at once, before there is a stream.
    unfollow = await hub.follow([key], { onChange: notify, onEnd: () => end() });
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
      if (isChanged) notify();
    },
    // It is already closed then.
    cancel() {
      stream = undefined;
      end();
    },
  });
}

const { loader } = fileRoute(followChanges);

/**
 * When signed out, the answer is 204, which ends reconnecting: the sign-in page is not a stream, and the page itself
 * leads there.
 */
export async function followLoader(args: Parameters<typeof loader>[0]): Promise<Response> {
  const response = await loader(args);
  if (response.status !== 302) return response;
  const headers = new Headers(response.headers);
  headers.delete("Location");
  return new Response(null, { status: 204, headers });
}
