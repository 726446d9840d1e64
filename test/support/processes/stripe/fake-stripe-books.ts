import { randomUUID } from "node:crypto";
import type Stripe from "stripe";

/** How a card answers a charge. */
export type CardBehaviour =
  | { result: "pays" | "processing" | "asks" }
  | { result: "declined"; code?: string; declineCode?: string; adviceCode?: string };

export type FakeIntent = Pick<
  Stripe.PaymentIntent,
  "id" | "object" | "created" | "amount" | "amount_received" | "currency" | "customer" | "metadata" | "status"
> & { last_payment_error?: Pick<Stripe.PaymentIntent.LastPaymentError, "code" | "message"> };
export type FakeSession = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "created"
  | "mode"
  | "status"
  | "payment_status"
  | "url"
  | "amount_total"
  | "currency"
  | "customer"
  | "metadata"
  | "payment_intent"
  | "success_url"
> & {
  /** Metadata of its payment. */
  paymentMetadata: Record<string, string>;
  /** For a page that asks for a card: as `expand` returns it. */
  setup_intent: null | { status: "succeeded"; payment_method: object };
};
type FakeRefund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "metadata" | "payment_intent" | "status" | "created" | "failure_reason"
>;
type Answer = { status: number; body: object };
type Form = Record<string, string>;

const secondsNow = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "")}`;
const ok = (body: object): Answer => ({ status: 200, body });
export const failed = (status: number, error: object): Answer => ({ status, body: { error } });
const refused = (code: string, message: string, more: object = {}) =>
  failed(400, { type: "invalid_request_error", code, message, ...more });
const missing = (param: string) =>
  failed(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${param}`,
    param,
  });

const metadataOf = (form: Form, prefix = "metadata"): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  );

/** The ledger of a Stripe account, and the behaviour of its API as far as docs.stripe.com describes it. */
export class FakeBooks {
  cards = new Map<string, { customer: string | null; behaviour: CardBehaviour }>();
  intents = new Map<string, FakeIntent>();
  sessions = new Map<string, FakeSession>();
  refunds: FakeRefund[] = [];
  /** What a refund is at first: of a bank debit, it takes days. */
  refundsAre: "succeeded" | "pending" = "succeeded";
  /** `behind`: what was made lately is not found yet, as when Stripe has an outage; `refused`: as in India. */
  search: "current" | "behind" | "refused" = "current";
  /** Every charge. */
  charges: { intent: string; amount: number; currency: string }[] = [];

  addCard(behaviour: CardBehaviour = { result: "pays" }, id = newId("pm")): string {
    this.cards.set(id, { customer: newId("cus"), behaviour });
    return id;
  }

  answer(method: string, path: string, form: Form): Answer {
    const [, , resource = "", id, verb] = path.split("/");
    if (resource === "payment_methods") return this.readCard(id ?? "");
    if (resource === "refunds") return method === "GET" ? this.listRefunds(form) : this.refund(form);
    if (resource === "checkout") {
      const [session, action] = path.split("/").slice(4);
      if (session) return this.session(session, action);
      return method === "GET" ? this.listSessions(form) : this.openSession(form);
    }
    if (resource !== "payment_intents") return missing("resource");
    if (!id) return method === "GET" ? this.listIntents(form) : this.createIntent(form);
    if (id === "search") return this.searchIntents(form);
    const intent = this.intents.get(id);
    if (!intent) return missing("intent");
    if (method === "GET") return ok(intent);
    if (verb === "confirm") return this.confirm(intent, form);
    if (verb === "cancel") return this.cancel(intent);
    return this.updateIntent(intent, form);
  }

  private readCard(id: string): Answer {
    const card = this.cards.get(id);
    return card ? ok({ id, object: "payment_method", customer: card.customer }) : missing("payment_method");
  }

  private createIntent(form: Form): Answer {
    const amount = Number(form.amount);
    if (amount < 50) return refused("amount_too_small", "Amount must be at least $0.50", { param: "amount" });
    const intent: FakeIntent = {
      id: newId("pi"),
      object: "payment_intent",
      created: secondsNow(),
      amount,
      amount_received: 0,
      currency: form.currency ?? "",
      customer: form.customer ?? null,
      metadata: metadataOf(form),
      status: "requires_payment_method",
    };
    this.intents.set(intent.id, intent);
    return ok(intent);
  }

  /** Newest first. The one kind of query that is asked. */
  private searchIntents({ query = "" }: Form): Answer {
    const [, name = "", value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query) ?? [];
    if (!name) return refused("parameter_invalid", "That query is not understood.", { param: "query" });
    if (this.search === "refused") return refused("parameter_invalid", "There is no search in India.");
    const indexed = this.search === "behind" ? [] : [...this.intents.values()];
    const data = indexed.filter(({ metadata }) => metadata[name] === value).reverse();
    return ok({ object: "search_result", data, has_more: false, url: "/v1/payment_intents/search" });
  }

  /** Newest first. */
  private listIntents({ customer, limit = "10" }: Form): Answer {
    const data = [...this.intents.values()].filter((intent) => intent.customer === customer).reverse();
    const page = data.slice(0, Number(limit));
    return ok({
      object: "list",
      data: page,
      has_more: data.length > page.length,
      url: "/v1/payment_intents",
    });
  }

  private isOpen = ({ status }: FakeIntent) => status.startsWith("requires_");

  private unexpected = (intent: FakeIntent) =>
    refused("payment_intent_unexpected_state", `The intent is ${intent.status}.`, { payment_intent: intent });

  private updateIntent(intent: FakeIntent, form: Form): Answer {
    if (!this.isOpen(intent)) return this.unexpected(intent);
    if (form.amount) intent.amount = Number(form.amount);
    if (form.currency) intent.currency = form.currency;
    if (form.customer) intent.customer = form.customer;
    return ok(intent);
  }

  private confirm(intent: FakeIntent, form: Form): Answer {
    if (!this.isOpen(intent)) return this.unexpected(intent);
    if (Number(form.amount_to_confirm) !== intent.amount)
      return refused("amount_mismatch", "The amount is another one.", { param: "amount_to_confirm" });
    const card = this.cards.get(form.payment_method ?? "");
    if (!card) return missing("payment_method");
    if (card.customer !== intent.customer)
      return refused("payment_method_unexpected_state", "It is another customer's.", {
        param: "payment_method",
      });
    const { behaviour } = card;
    if (behaviour.result === "pays") this.take(intent);
    else if (behaviour.result === "processing") intent.status = "processing";
    else return this.decline(intent, behaviour);
    return ok(intent);
  }

  private take(intent: FakeIntent): void {
    intent.status = "succeeded";
    intent.amount_received = intent.amount;
    this.charges.push({ intent: intent.id, amount: intent.amount, currency: intent.currency });
  }

  private decline(intent: FakeIntent, behaviour: CardBehaviour): Answer {
    const { code, declineCode, adviceCode } =
      behaviour.result === "declined"
        ? behaviour
        : { code: "authentication_required", declineCode: "authentication_required", adviceCode: undefined };
    return failed(402, {
      type: "card_error",
      code: code ?? "card_declined",
      decline_code: declineCode,
      advice_code: adviceCode,
      message: "Your card was declined.",
      payment_intent: intent,
    });
  }

  private cancel(intent: FakeIntent): Answer {
    if (!this.isOpen(intent)) return this.unexpected(intent);
    intent.status = "canceled";
    return ok(intent);
  }

  private openSession(form: Form): Answer {
    const id = newId("cs");
    if (form.mode === "setup" && !form.currency)
      return refused("parameter_missing", "A page for a card needs a currency.", { param: "currency" });
    const session: FakeSession = {
      id,
      object: "checkout.session",
      created: secondsNow(),
      mode: form.mode === "setup" ? "setup" : "payment",
      status: "open",
      payment_status: "unpaid",
      url: `https://checkout.example/${id}`,
      amount_total: form.mode === "setup" ? null : Number(form["line_items[0][price_data][unit_amount]"]),
      currency: form["line_items[0][price_data][currency]"] ?? form.currency ?? null,
      customer: form.customer ?? null,
      metadata: metadataOf(form),
      payment_intent: null,
      success_url: form.success_url ?? null,
      paymentMetadata: metadataOf(form, "payment_intent_data[metadata]"),
      setup_intent: null,
    };
    this.sessions.set(id, session);
    return ok(session);
  }

  private listSessions({ customer, status }: Form): Answer {
    const data = [...this.sessions.values()]
      .filter((session) => session.customer === customer && session.status === status)
      .reverse();
    return ok({ object: "list", data, has_more: false, url: "/v1/checkout/sessions" });
  }

  private session(id: string, action: string | undefined): Answer {
    const session = this.sessions.get(id);
    if (!session) return missing("session");
    if (action !== "expire") return ok(session);
    if (session.status !== "open") return refused("session_not_open", `The session is ${session.status}.`);
    session.status = "expired";
    session.url = null;
    return ok(session);
  }

  /** The customer pays on the hosted page, which creates an intent of its own. */
  payOnPage(id: string, { by = "card" }: { by?: "card" | "debit" } = {}): void {
    const session = this.sessions.get(id);
    if (session?.status !== "open") throw new Error("nobody can pay on that page");
    const made = this.createIntent({
      amount: String(session.amount_total),
      currency: session.currency ?? "",
      ...(typeof session.customer === "string" && { customer: session.customer }),
    });
    const intent = made.body as FakeIntent;
    intent.metadata = session.paymentMetadata;
    if (by === "card") this.take(intent);
    else intent.status = "processing";
    Object.assign(session, {
      status: "complete",
      payment_status: by === "card" ? "paid" : "unpaid",
      url: null,
      payment_intent: intent.id,
    });
  }

  /** The customer enters another card on the hosted page; it becomes theirs. @returns the card */
  giveCardOnPage(id: string, behaviour: CardBehaviour = { result: "pays" }, last4 = "4242"): string {
    const session = this.sessions.get(id);
    if (session?.status !== "open" || session.mode !== "setup")
      throw new Error("nobody can give a card there");
    const customer = typeof session.customer === "string" ? session.customer : newId("cus");
    const card = newId("pm");
    this.cards.set(card, { customer, behaviour });
    const payment_method = {
      id: card,
      object: "payment_method",
      type: "card",
      card: { brand: "visa", last4, exp_month: 4, exp_year: 2039 },
    };
    Object.assign(session, {
      status: "complete",
      url: null,
      customer,
      setup_intent: { status: "succeeded", payment_method },
    });
    return card;
  }

  /** A payment in the state `processing` is decided. */
  finish(id: string): void {
    const intent = this.intents.get(id);
    if (intent?.status !== "processing") throw new Error("that intent is not being processed");
    this.take(intent);
    for (const session of this.sessions.values())
      if (session.payment_intent === id) session.payment_status = "paid";
  }

  /** A bank debit in the state `processing` is sent back. */
  sendBack(id: string): void {
    const intent = this.intents.get(id);
    if (intent?.status !== "processing") throw new Error("that intent is not being processed");
    intent.status = "requires_payment_method";
    intent.last_payment_error = { code: "insufficient_funds", message: "The account has too little." };
  }

  private listRefunds(form: Form): Answer {
    const data = this.refunds.filter(({ payment_intent }) => payment_intent === form.payment_intent);
    return ok({ object: "list", data, has_more: false, url: "/v1/refunds" });
  }

  private refund(form: Form): Answer {
    const intent = this.intents.get(form.payment_intent ?? "");
    if (!intent) return missing("payment_intent");
    const given = this.refunds
      .filter(({ payment_intent, status }) => payment_intent === form.payment_intent && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    const amount = Number(form.amount);
    if (given + amount > intent.amount_received)
      return refused("charge_already_refunded", "That is more than was charged.");
    const made: FakeRefund = {
      id: newId("re"),
      object: "refund",
      amount,
      metadata: metadataOf(form),
      payment_intent: intent.id,
      status: this.refundsAre,
      created: 0,
    };
    this.refunds.push(made);
    return ok(made);
  }
}
