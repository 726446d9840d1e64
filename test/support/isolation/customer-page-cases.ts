import { FORMS_OF_PORTAL } from "~/features/portal/portal.pages.server";
import { PORTAL_VIEWS, type PortalView } from "~/features/portal/view/portal-query";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import type { CustomerPageIds, CustomerPageKind } from "./ids-of-customer-pages";
import { listNames } from "./parameter-names";

/** A visit to a page for customers, or a form sent from it. */
export type CustomerPageCase = {
  name: string;
  kinds: CustomerPageKind[];
  /**
   * For these kinds the answer to the caller's own id must differ from that to an unknown one: otherwise the case
   * proves nothing.
   */
  finds: CustomerPageKind[];
  path(ids: CustomerPageIds): string;
  params?(ids: CustomerPageIds): Record<string, string>;
  form?(ids: CustomerPageIds): Record<string, string>;
  /** All that the form may have, also what `form` leaves out. */
  fields?: string[];
};

const PORTAL = "/apps/memberships/cp";
const toPath = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

/**
 * The ids by which each view of a contract finds something, besides the contract's and the customer's token. A variant that
 * is not offered finds nothing.
 */
const FOUND_BY_VIEW: Record<Exclude<PortalView, "list" | "refer">, CustomerPageKind[]> = {
  reschedule: [],
  address: [],
  frequency: [],
  line: ["line"],
  payment: [],
  add: [],
  cancel: [],
  reactivate: [],
  orders: [],
  receipt: [],
  now: [],
  swap: ["line"],
  "add-line": [],
  remove: ["line"],
  plan: [],
  note: [],
  pause: [],
};

/** Views that find no contract here: a receipt needs a paid order (test/portal/receipts.test.ts asks for those of others). */
const WITHOUT_CONTRACT: ReadonlySet<PortalView> = new Set(["list", "refer", "receipt"]);

const visitView = (view: PortalView): CustomerPageCase => ({
  name: `portal, ${view}`,
  kinds: ["token", "contract", "line", "variant", "order"],
  finds: [
    "token",
    ...(WITHOUT_CONTRACT.has(view) ? [] : (["contract"] as const)),
    ...(view === "list" || view === "refer" ? [] : FOUND_BY_VIEW[view]),
  ],
  path: ({ token, contract, line, variant, order }) =>
    toPath(PORTAL, { token, view, contract, line, variant, order }),
});

/** Field of a form → the kind of thing it is an id of. */
const FIELD_KINDS: Record<string, CustomerPageKind> = {
  line: "line",
  attempt: "order",
  variant: "variant",
  plan: "plan",
  discount: "discount",
  method: "paymentMethod",
  code: "code",
  email: "email",
};
/** Field of a form that is no id → the value to send. */
const FIELD_VALUES: Record<string, string> = {
  firstName: "Grace",
  lastName: "Hopper",
  address1: "Museumstraat 1",
  city: "Amsterdam",
  zip: "1071 XX",
  countryCode: "NL",
  quantity: "2",
  skip: "true",
  handle: "tea",
  status: "PAUSED",
  reason: "other",
  date: new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10),
  frequency: "3-WEEK",
  note: "Rings",
  tries: "0",
  friend: "friend@example.com",
  agrees: "yes",
  lastDigits: "4242",
};
/** Fields that may be missing. */
const LEFT_OUT = new Set([
  ...["version", "address2", "country", "province", "provinceCode", "phone", "company"],
  ...["comment", "count", "unit", "other", "leave"],
  // Fields of an undo.
  ...["isUndo", "undo", "again", "countedFrom", "slot"],
]);
/** Form → kinds of ids that are part of a field's name, so that the declaration does not show them. */
const MORE_KINDS: Record<string, CustomerPageKind[]> = { "new-card": ["also"] };

/** Forms that answer alike whether or not the id is the caller's own, with the reason. */
const FINDS_NOTHING: Record<string, string> = {
  sign_in: "nobody is told who is a customer",
  open_link: "only a link for one use is swapped: test/portal",
  "test-bank": "only a page that asks for a payment is answered: test/billing/hosted",
};
/** Form and kind of id for which the caller's own id is answered like an unknown one, with the reason. */
const SAME_FOR_OWN: Record<string, string> = {
  "add-product order": "an order that is not upcoming counts as none given",
};

/** @throws if the form has a field that is not listed here */
export function toFormCase(
  intent: string,
  form: Pick<Endpoint, "access" | "query" | "body">,
): CustomerPageCase {
  const { query, body } = listNames(form);
  const unknown = body.filter(
    (name) => !FIELD_KINDS[name] && FIELD_VALUES[name] === undefined && !LEFT_OUT.has(name),
  );
  if (unknown.length > 0)
    throw new Error(`${intent}: no case for ${unknown.join(", ")} in customer-page-cases.ts`);
  const isPublic = "public" in form.access;
  const isTestPage = query.includes("test-page");
  const kinds: CustomerPageKind[] = [
    ...(isTestPage ? (["testPage"] as const) : []),
    ...(isPublic && (isTestPage || body.length > 0) ? [] : (["token"] as const)),
    ...(query.includes("contract") ? (["contract"] as const) : []),
    ...body.flatMap((name) => FIELD_KINDS[name] ?? []),
    ...(MORE_KINDS[intent] ?? []),
  ];
  return {
    name: `portal, the form ${intent}`,
    kinds,
    finds: intent in FINDS_NOTHING ? [] : kinds.filter((kind) => !(`${intent} ${kind}` in SAME_FOR_OWN)),
    path: ({ token, contract, testPage }) =>
      toPath(PORTAL, {
        intent,
        ...(kinds.includes("token") && { token }),
        ...(query.includes("contract") && { contract }),
        ...(isTestPage && { "test-page": testPage }),
      }),
    fields: body,
    form: (ids) => ({
      ...Object.fromEntries(
        body.flatMap((name) => {
          const kind = FIELD_KINDS[name];
          const value = kind ? ids[kind] : FIELD_VALUES[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      ...(kinds.includes("also") && { [`also-${ids.also}`]: "1" }),
    }),
  };
}

const visitTestPage: CustomerPageCase = {
  name: "the test gateway's page",
  kinds: ["testPage"],
  finds: ["testPage"],
  path: ({ testPage }) => toPath(PORTAL, { "test-page": testPage }),
};
const comeBack: CustomerPageCase = {
  name: "the way back from the gateway's page",
  kinds: ["back"],
  finds: ["back"],
  path: ({ back }) => toPath(PORTAL, { back }),
};
const BUNDLE: CustomerPageCase = {
  name: "a bundle's page",
  kinds: ["bundle", "variant"],
  finds: ["bundle", "variant"],
  path: ({ bundle, product, variant }) =>
    toPath(`/apps/memberships/bundles/${bundle}`, { [`q.${product}.${variant}`]: "2" }),
  params: ({ bundle }) => ({ handle: bundle }),
};
const atFriends = ({ friendToken }: CustomerPageIds) => `/apps/memberships/friends/${friendToken}`;
const toToken = (name: "friendToken" | "stopToken") => (ids: CustomerPageIds) => ({ token: ids[name] });
const FRIENDS: CustomerPageCase[] = [
  {
    name: "the page of a referral link",
    kinds: ["friendToken"],
    finds: ["friendToken"],
    path: atFriends,
    params: toToken("friendToken"),
  },
  {
    name: "the code of a referral",
    kinds: ["friendToken", "code"],
    finds: ["friendToken"],
    path: (ids) => toPath(atFriends(ids), { code: ids.code }),
    params: toToken("friendToken"),
  },
  {
    name: "an offer accepted",
    kinds: ["friendToken"],
    finds: ["friendToken"],
    path: atFriends,
    params: toToken("friendToken"),
    form: ({ friendToken }) => ({ token: friendToken, email: "friend@example.com" }),
  },
];
const atReminders = ({ stopToken }: CustomerPageIds) => `/apps/memberships/reminders/${stopToken}`;
const REMINDERS: CustomerPageCase[] = ["", "?", "?again"].map((search) => ({
  name: `reminders ${search}`,
  kinds: ["stopToken"],
  finds: ["stopToken"],
  path: (ids) => atReminders(ids) + search,
  params: toToken("stopToken"),
  form: search === "" ? undefined : () => ({}),
}));

/** Route outside the admin → its cases, or the reason why it has none. */
export const CUSTOMER_PAGES: Record<string, CustomerPageCase[] | string> = {
  "apps.memberships.cp.ts": [
    ...PORTAL_VIEWS.map(visitView),
    ...Object.entries(FORMS_OF_PORTAL).map(([intent, form]) => toFormCase(intent, form)),
    visitTestPage,
    comeBack,
  ],
  "apps.memberships.bundles.$handle.ts": [BUNDLE],
  "apps.memberships.friends.$token.ts": FRIENDS,
  "apps.memberships.reminders.$token.ts": REMINDERS,
  "apps.subscriptions.cp.ts": "as under memberships",
  "apps.subscriptions.bundles.$handle.ts": "as under memberships",
  "apps.subscriptions.friends.$token.ts": "as under memberships",
  "apps.subscriptions.reminders.$token.ts": "as under memberships",
  "$.ts": "the portal, on the shop's own path",
  "_index.tsx": "leads to the admin",
  "api.docs.tsx": "the API, of no shop",
  "api.docs_.plain.ts": "the API, of no shop",
  "problems.$code.tsx": "error codes, of no shop",
  "problems._index.tsx": "error codes, of no shop",
};
