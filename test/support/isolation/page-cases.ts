import { bundleDraft, bundleProduct } from "../data/bundles";
import { nextNumber, PASSWORD } from "../data/factories";
import { type Ids, UNKNOWN_IDS } from "./ids-of-a-shop";
import { type PageIds, UNKNOWN_PAGE_IDS } from "./ids-of-pages";
import type { PageEndpoint } from "./page-endpoints";
import { listNames } from "./parameter-names";

export type AllIds = Ids & PageIds;
export type Kind = keyof AllIds;
type Fields = Record<string, string>;
/** A part of a page's address, such as a filter of a list, made of one id. */
type Address = Partial<Record<Kind, (id: string) => Fields>>;
/**
 * @field address instead of `query`, for each kind of id: one at a time, since filters together would find nothing
 * @field body JSON that the page's script sends instead of a form
 */
type Case = {
  uses?: Kind[];
  address?: Address;
  form?: (ids: AllIds) => Fields;
  query?: (ids: AllIds) => Fields;
  body?: (ids: AllIds) => object;
};

/** Parameter in a page's path → the kind of thing it is an id of. */
const IN_PATH: Record<string, Kind> = {
  contractId: "contract",
  customerId: "customer",
  orderId: "order",
  automationId: "bulkAutomation",
  bundleId: "bundleRow",
  codeId: "code",
  importId: "import",
  mailId: "mail",
  groupId: "planGroup",
  endpointId: "webhookEndpoint",
  deliveryId: "delivery",
};
/** Parameters in a path that are no ids: which notice, and by which channel. */
const NO_IDS: Record<string, string | undefined> = { kind: "paused", channel: undefined };

const CODE_FIELDS: Fields = {
  valueType: "PERCENTAGE",
  value: "5",
  coverage: "ALL",
  productIds: "",
  startsOn: "",
  endsOn: "",
  cycleLimit: "",
  useLimit: "",
  isOncePerCustomer: "false",
};
const PLAN_FIELDS: Fields = {
  name: "Save",
  rows: "1",
  coverage: "ALL",
  plan0_name: "Weekly",
  plan0_interval: "WEEK",
  plan0_intervalCount: "1",
  plan0_discount: "5",
};
const boxOfOne = ({ product, variant }: AllIds) =>
  bundleDraft({ products: [bundleProduct(Number(product), Number(variant))] });
const template = { subject: "Hello", body: "Hello", language: "en", version: "0" };

/** The filters of the contract list, which its page, its CSV and a new bulk change read themselves. */
const CONTRACT_FILTERS: Address = {
  contract: (id) => ({ subscriptionContractId: id }),
  customer: (id) => ({ customerId: id }),
  product: (id) => ({ productId: id }),
  endedProduct: (id) => ({ endedProductId: id }),
  variant: (id) => ({ variantId: id }),
  plan: (id) => ({ sellingPlanIds: id }),
};
const toFilterText = (filters: Address): Address =>
  Object.fromEntries(
    Object.entries(filters).map(([kind, toFields]) => [
      kind,
      (id: string) => ({ filter: String(new URLSearchParams(toFields(id))) }),
    ]),
  );
const PART: Address = {
  product: (id) => ({ tab: "all", by: "product", part: id }),
  variant: (id) => ({ tab: "all", by: "variant", part: id }),
};

/** By operation: ids in forms and in the query of pages, and what else a form needs to be valid. */
const CASES: Record<string, Case> = {
  endSession: { uses: ["session"], form: ({ session }) => ({ id: session }) },
  rotateApiKey: { uses: ["apiKey"], form: ({ apiKey }) => ({ id: apiKey, overlap: "1" }) },
  revokeApiKey: { uses: ["apiKey"], form: ({ apiKey }) => ({ id: apiKey }) },
  readContractListPage: { address: CONTRACT_FILTERS },
  exportContractList: { address: CONTRACT_FILTERS },
  exportSelectedContracts: { uses: ["contract"], form: ({ contract }) => ({ id: contract }) },
  readNewBulkAutomation: {
    address: { ...toFilterText(CONTRACT_FILTERS), contract: (id) => ({ ids: id }) },
  },
  readOrderListPage: { address: { ...PART, contract: (id) => ({ q: id }) } },
  exportOrderList: { address: { ...PART, contract: (id) => ({ q: id }) } },
  previewBulkAutomation: {
    uses: ["contract"],
    form: ({ contract }) => ({
      change: "DELIVERY_PRICE",
      scope: "ids",
      ids: contract,
      price: "SET",
      amount: "1",
    }),
  },
  scheduleBulkAutomation: { form: () => ({ startsAt: "2027-01-01T09:00" }) },
  renameContractView: { uses: ["contractView"], form: (ids) => ({ viewId: ids.contractView, name: "Tea" }) },
  deleteContractView: { uses: ["contractView"], form: (ids) => ({ viewId: ids.contractView }) },
  renameOrderView: { uses: ["orderView"], form: (ids) => ({ viewId: ids.orderView, name: "Tea" }) },
  deleteOrderView: { uses: ["orderView"], form: (ids) => ({ viewId: ids.orderView }) },
  renameCustomerView: { uses: ["customerView"], form: (ids) => ({ viewId: ids.customerView, name: "Tea" }) },
  deleteCustomerView: { uses: ["customerView"], form: (ids) => ({ viewId: ids.customerView }) },
  renameReferralView: { uses: ["referralView"], form: (ids) => ({ viewId: ids.referralView, name: "Tea" }) },
  deleteReferralView: { uses: ["referralView"], form: (ids) => ({ viewId: ids.referralView }) },
  activateBundle: { uses: ["bundleRow"], form: ({ bundleRow }) => ({ bundleId: bundleRow }) },
  deactivateBundle: { uses: ["bundleRow"], form: ({ bundleRow }) => ({ bundleId: bundleRow }) },
  duplicateBundle: { uses: ["bundleRow"], form: ({ bundleRow }) => ({ bundleId: bundleRow }) },
  archiveBundle: { uses: ["bundleRow"], form: ({ bundleRow }) => ({ bundleId: bundleRow }) },
  restoreBundle: { uses: ["bundleRow"], form: ({ bundleRow }) => ({ bundleId: bundleRow }) },
  undoBundleSave: { form: () => ({ version: "1" }) },
  eraseCustomerByForm: { uses: ["customer"], form: ({ customer }) => ({ typedId: customer }) },
  addNoteToContract: { form: () => ({ internalNote: "Rings" }) },
  addNoteToCustomer: { form: () => ({ internalNote: "Rings" }) },
  removeNoteOfContract: { uses: ["noteOfContract"], form: (ids) => ({ noteId: ids.noteOfContract }) },
  removeNoteOfCustomer: { uses: ["noteOfCustomer"], form: (ids) => ({ noteId: ids.noteOfCustomer }) },
  revokePortalLink: { uses: ["portalLink"], form: ({ portalLink }) => ({ id: portalLink }) },
  readNewContractPage: { uses: ["customer"], query: ({ customer }) => ({ customerId: customer }) },
  readNoticeLog: {
    uses: ["contract", "customer"],
    query: ({ contract, customer }) => ({ contract, customer }),
  },
  readContractPage: {
    uses: ["line"],
    query: ({ line }) => ({ edit: "line", line }),
    address: {
      order: (id) => ({ action: "skip", order: id }),
      discount: (id) => ({ action: "remove_discount", discount: id }),
      variant: (id) => ({ edit: "add_line", variant: id }),
    },
  },
  readNoticeEditor: { address: { contract: (id) => ({ contract: id }) } },
  changeStaffRole: { uses: ["staff"], form: ({ staff }) => ({ staffId: staff, newRole: "editor" }) },
  removeStaff: { uses: ["staff"], form: ({ staff }) => ({ staffId: staff }) },
  staffOrder_bill: { form: () => ({ seen: "0" }) },
  staffOrder_skip: { form: ({ order }) => ({ attemptId: order }) },
  staffOrder_unskip: { form: ({ order }) => ({ attemptId: order }) },
  staffOrder_mail: { form: () => ({ seen: "0" }) },
  staffOrder_refund: { form: () => ({ seen: "0", amount: "1", reason: "" }) },
  staffOrder_mark_paid: { form: () => ({ reference: "cash" }) },
  switchDiscountCode: { form: () => ({ isActive: "false" }) },
  changeDiscountCode: { form: () => ({ ...CODE_FIELDS, version: "2026-03-02T12:00:00.000Z" }) },
  createDiscountCode: { form: () => ({ ...CODE_FIELDS, code: `SPRING${nextNumber()}` }) },
  updateSellingPlanGroupByForm: { form: () => PLAN_FIELDS },
  createSellingPlanGroupByForm: { form: () => PLAN_FIELDS },
  makeBundlePlan: {
    form: ({ product }) => ({
      interval: "WEEK",
      intervalCount: "1",
      discount: "5",
      groupId: "",
      bundleName: "Box",
      productIds: product,
    }),
  },
  createApiKey: {
    form: () => ({ name: "Books", scope: "read", expires: "day", expiresOn: "2027-01-31", addresses: "" }),
  },
  closeShopByForm: { form: () => ({ name: "Not its name", password: PASSWORD }) },
  inviteStaff: { form: () => ({ email: `${nextNumber()}@example.com`, role: "editor" }) },
  requireSecondFactor: { form: () => ({ isRequired: "false" }) },
  saveNoticeWords: { form: () => template },
  resetNoticeWords: { form: () => template },
  restoreNoticeWords: { form: () => ({ ...template, restoredVersion: "1" }) },
  sendNoticeTest: {
    uses: ["contract"],
    form: ({ contract }) => ({ ...template, to: "owner@example.com", contract }),
  },
  saveRetentionSettings: {
    form: () => ({
      ...{ mails: "30", textMessages: "30", notices: "30", portalLinks: "30", importErrors: "30" },
      version: "",
    }),
  },
  saveReferralProgramme: {
    form: () => ({
      ...{ isActive: "true", friendValueType: "PERCENTAGE", friendValue: "15", friendValidDays: "30" },
      ...{ friendCycleLimit: "", codeDelivery: "SHOW", coverage: "ALL", productIds: "" },
      ...{
        referrerReward: "CODE",
        referrerValueType: "PERCENTAGE",
        referrerValue: "5",
        referrerValidDays: "",
      },
      ...{ wordsLanguage: "de", headline: "", offer: "", share: "", version: "" },
    }),
  },
  submitWebhook: { form: () => ({ url: "http://127.0.0.1:9/tea", coverage: "ALL" }) },
  submitNewContract: {
    uses: ["customer", "variant", "paymentMethod"],
    form: ({ customer, variant, paymentMethod }) => ({
      ...{ customerId: customer, variant0: variant, title0: "Tea", quantity0: "2", price0: "" },
      ...{ sellingPlanId: "", interval: "MONTH", intervalCount: "1", nextDay: "2030-01-01", endDay: "" },
      ...{
        deliveryMethodType: "SHIPPING",
        deliveryPrice: "4.9",
        paymentMethodId: paymentMethod,
        countryCode: "NL",
      },
      ...{ firstName: "Ada", lastName: "Byron", address1: "Dam 1", zip: "1012 JS", city: "Amsterdam" },
      ...{ discountTitle: "Sorry", kind: "PERCENTAGE", discountValue: "5", cycles: "1", minCycles: "" },
      ...{ maxCycles: "", note: "" },
    }),
  },
  saveBundle: { uses: ["product", "variant"], body: (ids) => ({ ...boxOfOne(ids), version: 1 }) },
  previewBundle: { uses: ["product", "variant"], body: (ids) => ({ draft: boxOfOne(ids), nonce: "" }) },
  saveWebhook: {
    form: () => ({ version: "2026-03-02T12:00:00.000Z", url: "http://127.0.0.1:9/tea", coverage: "ALL" }),
  },
  switchWebhook: { form: () => ({ status: "DISABLED" }) },
  replayWebhook: { form: () => ({ from: "2026-01-01T00:00" }) },
  staffContract_address: {
    form: () => ({
      firstName: "Grace",
      lastName: "Hopper",
      address1: "Museumstraat 1",
      city: "Amsterdam",
      zip: "1071 XX",
      countryCode: "NL",
    }),
  },
  staffContract_line: { uses: ["line"], form: ({ line }) => ({ lineId: line, quantity: "2" }) },
  staffContract_remove_line: { uses: ["line"], form: ({ line }) => ({ lineId: line }) },
  staffContract_line_price: { uses: ["line"], form: ({ line }) => ({ lineId: line, price: "3.00" }) },
  staffContract_split: { uses: ["line"], form: ({ line }) => ({ lineIds: line }) },
  staffContract_swap_line: {
    uses: ["line", "variant"],
    form: ({ line, variant }) => ({ lineId: line, variantId: variant, quantity: "1" }),
  },
  staffContract_add_line: {
    uses: ["variant"],
    form: ({ variant }) => ({ variantId: variant, quantity: "1", price: "" }),
  },
  staffContract_add_product: {
    uses: ["variant"],
    form: ({ variant, order }) => ({ product: `${variant} tea`, quantity: "1", billingAttemptId: order }),
  },
  staffContract_remove_product: {
    uses: ["order"],
    form: ({ order, variant }) => ({ billingAttemptId: order, variantId: variant }),
  },
  staffContract_remove_discount: { uses: ["discount"], form: ({ discount }) => ({ discountId: discount }) },
  staffContract_apply_code: { form: () => ({ discountCode: "TEN" }) },
  staffContract_add_discount: {
    form: () => ({ kind: "PERCENTAGE", discountValue: "5", discountTitle: "Sorry" }),
  },
  staffContract_delivery_price: { form: () => ({ deliveryPrice: "2" }) },
  staffContract_note: { form: () => ({ note: "x" }) },
  staffContract_date: { form: () => ({ nextBillingDate: "2030-01-01" }) },
  staffContract_frequency: { form: () => ({ interval: "WEEK", intervalCount: "3" }) },
  staffContract_skip: { uses: ["order"], form: ({ order }) => ({ attemptId: order }) },
  staffContract_unskip: { uses: ["order"], form: ({ order }) => ({ attemptId: order }) },
  staffContract_plan: { uses: ["plan"], form: ({ plan }) => ({ sellingPlanId: plan }) },
  staffContract_payment_method: {
    uses: ["paymentMethod"],
    form: ({ paymentMethod }) => ({ paymentMethodId: paymentMethod }),
  },
};

/** Forms with no id but that of the contract or order in the address. */
const PLAIN = /^(staffContract_(pause|resume|reactivate|cancel|undo)|staffOrder_(look|mark_paid|give_up))$/;

/** Ids that have no case here, by operation or by operation and field, with the reason. */
const NO_CASE: Record<string, string> = {
  chooseContractsForBulkAutomation: "only forwards the ids in an address",
  "previewBulkAutomation filter": "the list's filters: readNewBulkAutomation reads the same",
  "readNewContractPage customer": "says that the customer is new",
  "createDiscountCode productIds": "kept as written, they need not exist",
  "changeDiscountCode productIds": "kept as written, they need not exist",
  "saveReferralProgramme productIds": "kept as written, they need not exist",
  "updateSellingPlanGroupByForm productIds": "the JSON endpoint of the same service has the case",
  "createSellingPlanGroupByForm productIds": "the JSON endpoint of the same service has the case",
  "makeBundlePlan groupId": "a free choice of the shop's, else a new one",
  "makeBundlePlan discount": "a percentage",
  "saveNoticeWords contract": "only says whose preview is shown afterwards",
  "previewPortal logo": "read in the address of the shop's own logo",
  "previewReferralProgramme logo": "read in the address of the shop's own logo",
  savePortalSettings: "ids of the form's own reasons, and products kept as written",
  saveBundle: "a draft names products and variants in many places: the case has both",
  switchShop: "shops of one person: test/staff",
};

/** Fields and parameters that are no ids: texts, choices, amounts, days, switches, positions in a list. */
const NO_ID_NAMES = new Set(
  [
    "action activeOn addresses amount area auditLog before billingPolicyInterval",
    "billingPolicyIntervalCount body bulk bundleName bundles by change code codeDelivery column",
    "contracts coverage currency currencyCode cursor customerName cycleLimit dayOf draft due edit",
    "email emailBouncedOrFailed endedReason endsOn expires expiresOn factorCode family format",
    "friendCycleLimit friendValidDays friendValue friendValueType from fromCreatedDate fromEndedDate",
    "fromEndedMonths fromKeptDate fromNextDate fromReactivatedDate hasShortcuts",
    "havingProductsDeletedFromStore headline importErrors internalNote interval intervalCount",
    "isActive isOncePerCustomer isRequired keptBy keptReason language lastPaymentStatus mails name names",
    "newPassword newRole nonce notices offer on only orderName orders overlap page pageable.page",
    "pageable.size pageable.sort password pausedOn planType portalLinks portalPath productSearch",
    "publicDomain q rateBurst ratePerSecond reached reason recordType reference referrerReward restoredVersion",
    "referrerValidDays referrerValue referrerValueType role rows runningOn scope search seen",
    "seenTarget settings share size sort startsAt startsOn status subject tab textMessages timeZone",
    "to toCreatedDate toEndedDate toEndedMonths toKeptDate toNextDate toReactivatedDate upcomingDays",
    "updatedAt url useLimit value valueType version webhooks words wordsLanguage",
  ].flatMap((names) => names.split(" ")),
);

/** What a case sends that is made of ids: names of fields and parameters. */
function listIdNames({ form, query, address = {} }: Case): Set<string> {
  const ids = { ...UNKNOWN_IDS, ...UNKNOWN_PAGE_IDS };
  const sent = [
    ...[form?.(ids) ?? {}, query?.(ids) ?? {}],
    ...Object.entries(address).map(([kind, toFields]) => toFields(ids[kind as Kind])),
  ];
  const isOfId = (value: string) => Object.values(ids).some((id) => value.includes(id));
  return new Set(sent.flatMap((fields) => Object.keys(fields).filter((name) => isOfId(fields[name] ?? ""))));
}

/** Those of the names that an endpoint reads which may be ids and have no case. */
export function listUncased(operationId: string, names: readonly string[]): string[] {
  const known = listIdNames(CASES[operationId] ?? {});
  return names.filter(
    (name) =>
      !NO_ID_NAMES.has(name) &&
      !known.has(name) &&
      !(operationId in NO_CASE) &&
      !(`${operationId} ${name}` in NO_CASE),
  );
}

/** Kinds of ids that this endpoint takes. @throws if one has no case here */
export function listPageKinds({ route, endpoint }: PageEndpoint): Kind[] {
  const { params, query, body } = listNames(endpoint);
  const { operationId } = endpoint;
  const own = CASES[operationId];
  const inPath = params.filter((name) => !(name in NO_IDS));
  const unknown = inPath.filter((name) => !IN_PATH[name]);
  unknown.push(...listUncased(operationId, [...query, ...body]));
  const isHidden =
    body.length === 0 && /^staff(Contract|Order)_/.test(operationId) && !PLAIN.test(operationId);
  if (isHidden && !own) unknown.push("its form");
  if (unknown.length > 0)
    throw new Error(`${route} ${operationId}: no case for ${unknown.join(", ")} in page-cases.ts`);
  const kinds = inPath.flatMap((name) => IN_PATH[name] ?? []);
  return [...new Set([...kinds, ...(own?.uses ?? []), ...(Object.keys(own?.address ?? {}) as Kind[])])];
}

/** A visit or form with these ids. @param asked the kind that the address is about, where it is about one at a time */
export function toPageCall({ intent, endpoint }: PageEndpoint, ids: AllIds, asked?: Kind) {
  const { params } = listNames(endpoint);
  const own = CASES[endpoint.operationId];
  const pairs = params.flatMap((name) => {
    const kind = IN_PATH[name];
    const value = kind ? ids[kind] : NO_IDS[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const ofAsked = asked && own?.address?.[asked]?.(ids[asked]);
  const query = new URLSearchParams({
    ...(intent !== null && { intent }),
    ...(ofAsked ?? own?.query?.(ids)),
  });
  const form = endpoint.method === "GET" ? undefined : { version: "1", ...own?.form?.(ids) };
  return { params: Object.fromEntries(pairs), query, form, body: own?.body?.(ids) };
}
