import { FORMS_OF_PORTAL } from "~/features/portal/portal.pages.server";
import { PORTAL_VIEWS, type PortalView } from "~/features/portal/view/portal-query";
import type { Endpoint } from "~/http/endpoint/define-endpoint.server";
import type { CustomerPageIds, CustomerPageKind } from "./ids-of-customer-pages";
import { listNames } from "./parameter-names";

/** One visit of a page for customers, or one form on it. */
export type CustomerPageCase = {
  name: string;
  kinds: CustomerPageKind[];
  /** Of these the answer is another where the id is the caller's own: else nothing would be proven. */
  finds: CustomerPageKind[];
  path(ids: CustomerPageIds): string;
  params?(ids: CustomerPageIds): Record<string, string>;
  form?(ids: CustomerPageIds): Record<string, string>;
};

const PORTAL = "/apps/memberships/cp";
const toPath = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;

/**
 * What each view of a contract finds by an id beside those of the contract and of the customer's link. Nothing by a variant
 * that is not on offer.
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

/** Views that show no contract, or none here: a receipt is of an order that is paid (test/portal/receipts.test.ts asks for others'). */
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

/** A form's field → what it is an id of. */
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
/** A form's field that is no id → what is sent in it. */
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
/** Fields that may stay away. */
const LEFT_OUT = new Set([
  ...["version", "address2", "country", "province", "provinceCode", "phone", "company"],
  ...["comment", "count", "unit", "other", "leave"],
]);
/** Ids in names of fields, which no declaration tells. */
const MORE_KINDS: Record<string, CustomerPageKind[]> = { "new-card": ["also"] };

/** Forms that are answered as well for what is not the caller's, with the reason. */
const FINDS_NOTHING: Record<string, string> = {
  sign_in: "nobody is told who is a customer",
  open_link: "only a link for one use is swapped: test/portal",
  "test-bank": "only a page that asks for a payment is answered: test/billing/hosted",
};
/** Forms on an order that look at no contract, and go through whatever it is: the order says which it is of. */
const WITHOUT_LOOK_AT_CONTRACT = new Set(["order-now"]);
/** Ids of forms whose own are answered as unknown ones are, with the reason. */
const SAME_FOR_OWN: Record<string, string> = {
  "add-product order": "an order wished for that is not to come is as good as none",
  "pay-now contract": "the order says which contract it is of",
};

/** @throws if the form has a field that nothing is known of */
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
  const isDoor = "public" in form.access;
  const isTestPage = query.includes("test-page");
  const kinds: CustomerPageKind[] = [
    ...(isTestPage ? (["testPage"] as const) : []),
    ...(isDoor && (isTestPage || body.length > 0) ? [] : (["token"] as const)),
    ...(query.includes("contract") && !WITHOUT_LOOK_AT_CONTRACT.has(intent) ? (["contract"] as const) : []),
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

/** Each route outside the admin → what is asked of it, or why nothing is. */
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
