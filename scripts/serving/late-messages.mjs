/**
 * A Request and a Response that are made only as far as they are used. Of most calls the app reads the method, the URL
 * and some headers, and answers with a complete text: the framework's objects for that would cost a tenth of the call.
 * For anything else the real object is made and used. Source: docs/decisions/107-messages-made-late.md.
 */

/**
 * @param {{ Request: typeof Request, Response: typeof Response, Headers: typeof Headers }} globals those of the
 *   framework, which it installs when it starts
 * @returns {{
 *   LateRequest: new (
 *     head: { method: string, url: string, headers: import("node:http").IncomingHttpHeaders },
 *     make: () => Request,
 *   ) => Request,
 *   LateResponse: new (content: string | Utf8Text | null, init?: ResponseInit) => Response,
 * }}
 *   `make` makes the real request; `content` is the complete body, null for none
 */
export function createLateMessages({ Request, Response, Headers }) {
  /** Headers of a request as node:http has them; not to be changed. */
  class LateRequestHeaders {
    #fields;
    #request;
    constructor(fields, request) {
      this.#fields = fields;
      this.#request = request;
    }
    get(name) {
      return this.#fields[name.toLowerCase()]?.toString() ?? null;
    }
    has(name) {
      return this.#fields[name.toLowerCase()] !== undefined;
    }
    toWhole() {
      return this.#request.toWhole().headers;
    }
  }

  class LateRequest {
    // Declared, so that they hide those of the original, which are read only.
    method;
    url;
    headers;
    #make;
    #whole;
    /** @param make makes the real one */
    constructor({ method, url, headers }, make) {
      this.method = method;
      this.url = url;
      this.headers = new LateRequestHeaders(headers, this);
      this.#make = make;
    }
    toWhole() {
      this.#whole ??= this.#make();
      return this.#whole;
    }
  }

  /** Headers of a response. Names are in small letters, as those of `Headers`. */
  class LateHeaders {
    /** Values by name; several of a field that cannot be joined. */
    fields = new Map();
    constructor(init = {}) {
      const pairs = Symbol.iterator in init ? init : Object.entries(init);
      for (const [name, value] of pairs) this.append(name, value);
    }
    get(name) {
      return this.fields.get(name.toLowerCase())?.toString() ?? null;
    }
    has(name) {
      return this.fields.has(name.toLowerCase());
    }
    set(name, value) {
      this.fields.set(name.toLowerCase(), String(value));
    }
    append(name, value) {
      const key = name.toLowerCase();
      const before = this.fields.get(key);
      if (before === undefined) this.fields.set(key, String(value));
      // Cookies cannot be joined: RFC 6265 §3.
      else this.fields.set(key, key === "set-cookie" ? [before, value].flat() : `${before}, ${value}`);
    }
    delete(name) {
      this.fields.delete(name.toLowerCase());
    }
    toWhole() {
      const pairs = [...this.fields].flatMap(([name, values]) =>
        [values].flat().map((value) => [name, value]),
      );
      return new Headers(pairs);
    }
  }

  class LateResponse {
    status;
    headers;
    #whole;
    /** @param content the complete body; null for none */
    constructor(content, { status = 200, headers } = {}) {
      this.content = content;
      this.status = status;
      this.headers = new LateHeaders(headers);
    }
    toWhole() {
      this.#whole ??= new Response(this.content?.toString() ?? null, {
        status: this.status,
        headers: this.headers.toWhole(),
      });
      return this.#whole;
    }
  }

  standInFor(Headers, LateRequestHeaders);
  standInFor(Request, LateRequest, ["method", "url", "headers"]);
  standInFor(Headers, LateHeaders);
  standInFor(Response, LateResponse, ["status", "headers"]);
  return { LateRequest, LateResponse };
}

/** Lets a late class pass on what it lacks to the real object, and makes its objects instances of the original. */
function standInFor(Original, { prototype }, fields = []) {
  const own = new Set([...Reflect.ownKeys(prototype), ...fields]);
  for (let from = Original.prototype; from !== Object.prototype; from = Object.getPrototypeOf(from)) {
    for (const name of Reflect.ownKeys(from)) {
      if (own.has(name)) continue;
      own.add(name);
      const passOn = Object.getOwnPropertyDescriptor(from, name).get
        ? {
            get() {
              return this.toWhole()[name];
            },
          }
        : {
            value(...args) {
              return this.toWhole()[name](...args);
            },
          };
      Object.defineProperty(prototype, name, passOn);
    }
  }
  Object.setPrototypeOf(prototype, Original.prototype);
}
