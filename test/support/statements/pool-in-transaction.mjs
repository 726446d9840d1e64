import { AsyncLocalStorage } from "node:async_hooks";

/** Property of the watched client: the client itself, for what a test sends (test-client.ts). */
export const UNWATCHED = Symbol.for("perennial: the client as the app made it");
/** They take a connection when they are called; a query does when it is awaited. */
const TAKES_CONNECTION = new Set(["begin", "reserve", "notify"]);

/**
 * Tells of each query, and each transaction, that the pool is asked for while the same work holds another connection of it
 * by a transaction. As many of these at once as the pool has connections wait for each other for ever.
 *
 * @param {{ client: object, db: object }} pool from now on, its client and drizzle instance are watched
 * @param {(found: { inside: string, stack: string, begun: string }) => void} tell with the stacks of the asker (without
 *   frames where a builder was awaited) and of the transaction
 */
export function watchTransactions(pool, tell) {
  /** Of the transaction that the running code belongs to; what it started may outlive it. */
  const holding = new AsyncLocalStorage();
  const isInside = () => holding.getStore()?.isOpen === true;
  const toStack = () => new Error("here").stack ?? "";
  const tellOf = (inside, stack) => tell({ inside, stack, begun: holding.getStore().begun.stack ?? "" });

  /** A query is only known to be one when it is sent: it may become a part of another. */
  const watchQuery = (query) => {
    if (typeof query?.handler !== "function") return query;
    const { handler } = query;
    const stack = isInside() ? toStack() : "";
    query.handler = (sent) => {
      if (isInside()) tellOf(sent.strings.join("?"), stack);
      return handler(sent);
    };
    return query;
  };
  const begin = async (target, given) => {
    const held = { isOpen: true, begun: new Error("begun here") };
    const work = given.pop();
    // The commit waits for nothing: what the end of the work starts may ask for another connection.
    const run = async (sql) => {
      try {
        return await work(sql);
      } finally {
        held.isOpen = false;
      }
    };
    return target.begin(...given, (sql) => holding.run(held, () => run(sql)));
  };

  pool.client = new Proxy(pool.client, {
    apply: (target, self, given) => watchQuery(Reflect.apply(target, self, given)),
    get(target, name) {
      if (name === UNWATCHED) return target;
      const value = Reflect.get(target, name);
      if (name === "unsafe") return (...given) => watchQuery(value(...given));
      if (!TAKES_CONNECTION.has(name)) return value;
      return (...given) => {
        if (isInside()) tellOf(name, toStack());
        return name === "begin" ? begin(target, given) : value(...given);
      };
    },
  });
  pool.db.session.client = pool.client;
}
