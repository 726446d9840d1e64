import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FakeBooks, failed } from "./fake-stripe-books";

/**
 * Faults of a call. `cut`: the connection breaks before it arrives; `lost`: it is carried out, and the connection
 * breaks before the answer; `hangs`: carried out, and never answered; `fault`: a 500 that Stripe stores under the key;
 * `busy`, `locked`, `down`: 429, 409, 503 before anything is done, not stored.
 */
type Fault = "cut" | "lost" | "hangs" | "fault" | "busy" | "locked" | "down";
type Call = { method: string; path: string; form: Record<string, string>; key: string | null };
type Kept = { call: string; status: number; body: object };

const NOT_DONE: Partial<Record<Fault, { status: number; body: object }>> = {
  busy: failed(429, { type: "invalid_request_error", code: "rate_limit", message: "Too many requests" }),
  locked: failed(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: "There is another call under this key",
  }),
  down: failed(503, { type: "api_error", message: "Down" }),
};

/**
 * A server with Stripe's published behaviour, for the real SDK: an answer is stored under its key, including declines
 * and faults, and other parameters under that key are an error (docs.stripe.com/api/idempotent_requests).
 */
export class FakeStripe {
  books = new FakeBooks();
  calls: Call[] = [];
  private kept = new Map<string, Kept>();
  private faults: { path: string; fault: Fault }[] = [];
  private isHeld: (call: Call) => boolean = () => false;
  private held: (() => void)[] = [];
  private constructor(private server: Server) {}

  static async start(): Promise<FakeStripe> {
    const server = createServer();
    const fake = new FakeStripe(server);
    server.on("request", (request, response) => void fake.respond(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.books = new FakeBooks();
    this.calls = [];
    this.kept.clear();
    this.faults = [];
    this.release();
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** The keys that the shop gives next are those of another, empty account. @returns the former account's books */
  changeAccount(): FakeBooks {
    const former = this.books;
    this.books = new FakeBooks();
    this.kept.clear();
    return former;
  }

  /** Stripe forgets its keys, as it may after a day. */
  forgetKeys(): void {
    this.kept.clear();
  }

  /** The next calls with this end of their path have these faults, one after the other. */
  breakNext(path: string, ...faults: Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ path, fault })));
  }

  /** Accepts such calls and does not answer them until `release`. */
  hold(isHeld: (call: Call) => boolean): void {
    this.isHeld = isHeld;
  }

  countHeld = (): number => this.held.length;

  /** Carries out and answers the calls that were held. */
  release(): void {
    this.isHeld = () => false;
    for (const go of this.held.splice(0)) go();
  }

  /** Carries out and answers the first of them; later calls are held as before. */
  releaseFirst(): void {
    this.held.shift()?.();
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stripe");
    let body = "";
    for await (const part of request) body += part;
    const form = Object.fromEntries([...searchParams, ...new URLSearchParams(body)]);
    const key = request.headers["idempotency-key"];
    const call: Call = {
      method: request.method ?? "",
      path: pathname,
      form,
      key: typeof key === "string" ? key : null,
    };
    this.calls.push(call);
    if (this.isHeld(call)) await new Promise<void>((resolve) => this.held.push(resolve));
    const at = this.faults.findIndex(({ path }) => pathname.endsWith(path));
    const [next] = at < 0 ? [] : this.faults.splice(at, 1);
    const fault = next?.fault;
    if (fault === "cut") return void response.destroy();
    const answer = (fault && NOT_DONE[fault]) ?? this.do(call, fault === "fault");
    if (fault === "lost") return void response.destroy();
    if (fault === "hangs") return;
    response.writeHead(answer.status, { "content-type": "application/json", "request-id": "req_fake" });
    response.end(JSON.stringify(answer.body));
  }

  private do({ method, path, form, key }: Call, isFault: boolean): { status: number; body: object } {
    const call = JSON.stringify([method, path, form]);
    const before = key === null ? undefined : this.kept.get(key);
    if (before && before.call !== call)
      return failed(400, { type: "idempotency_error", message: "Keys go with the same parameters only" });
    if (before) return before;
    const done = isFault
      ? failed(500, { type: "api_error", message: "Something went wrong at Stripe" })
      : this.books.answer(method, path, form);
    // A copy: later changes of the object must not change a stored answer.
    const answer = { status: done.status, body: structuredClone(done.body) };
    if (key !== null && method === "POST") this.kept.set(key, { call, ...answer });
    return answer;
  }
}
