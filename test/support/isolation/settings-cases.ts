import { drawImage } from "../data/images";
import type { PageEndpoint } from "./page-endpoints";
import { listNames } from "./parameter-names";

type Fields = Record<string, string>;
/** What the page shows: only what the cases read. */
export type Shown = Record<"fields" | "settings" | "values", Fields>;
type Case = {
  /** Where the page's data holds the version that the form shows, by dots. */
  shown: string;
  /** Other values for each number, over those of page-cases.ts. */
  change?: (number: number, shown: Shown) => Fields;
  /** The version is in the URL, since the body is a file or nothing. */
  isInUrl?: true;
  file?: (number: number) => Promise<Uint8Array>;
  /** A form that is sent before, so that there is something to change. */
  after?: string;
};

const ticked = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
const logo = { shown: "logoVersion", isInUrl: true } as const;
const words = { shown: "version" } as const;
const bundle = { shown: "version" } as const;

/** Each form of the admin that saves values which it showed before, by operation. */
export const SETTINGS_CASES: Record<string, Case> = {
  saveShopSettings: {
    shown: "settings.updatedAt",
    change: (number, { settings: { portalPath = "" } }) => ({
      ...{ name: `Shop ${number}`, publicDomain: "", portalPath, timeZone: "UTC", currencyCode: "USD" },
    }),
  },
  saveBillingSettings: {
    shown: "version",
    change: (number, { fields }) => ({ ...fields, billingHour: String(number) }),
  },
  saveRetentionSettings: {
    shown: "version",
    change: (number) => ({ mails: String(30 + number) }),
  },
  savePortalSettings: {
    shown: "fields.version",
    change: (number, { fields }) => ({ ...ticked(fields), welcome: `Hello ${number}` }),
  },
  savePortalLogo: { ...logo, file: (number) => drawImage(30 + number, 20) },
  removePortalLogo: { ...logo, after: "savePortalLogo" },
  saveNoticeSettings: {
    shown: "version",
    change: (number, { fields }) => ({ ...ticked(fields), upcomingDays: String(10 + number) }),
  },
  saveNoticeWords: { ...words, change: (number) => ({ subject: `Hello ${number}` }) },
  resetNoticeWords: words,
  restoreNoticeWords: { ...words, after: "saveNoticeWords" },
  saveReferralProgramme: {
    shown: "fields.version",
    change: (number) => ({ friendValue: String(20 + number) }),
  },
  changeDiscountCode: {
    shown: "code.updatedAt",
    change: (number) => ({ value: String(20 + number) }),
  },
  updateSellingPlanGroupByForm: {
    shown: "values.version",
    change: (number, { values }) => ({ name: `Save ${number}`, plan0_id: values.plan0_id ?? "" }),
  },
  saveBundle: { ...bundle, change: (number) => ({ name: `Box ${number}` }) },
  undoBundleSave: { ...bundle, after: "saveBundle" },
  saveWebhook: {
    shown: "endpoint.updatedAt",
    change: (number) => ({ url: `http://127.0.0.1:9/${number}` }),
  },
};

const ONE_CHOICE = "one choice, which the form names: it is right whatever was chosen before";
const AN_ACT = "an act on what is there, not values that were shown";

/** Forms of the same pages that carry no version, with the reason. */
export const WITHOUT_VERSION: Record<string, string> = {
  checkPublicDomain: "asks the DNS; does nothing when the domain was changed meanwhile",
  requireSecondFactor: ONE_CHOICE,
  changeStaffRole: ONE_CHOICE,
  saveEventFamily: ONE_CHOICE,
  switchWebhook: ONE_CHOICE,
  inviteStaff: AN_ACT,
  closeShopByForm: AN_ACT,
  withdrawStaffInvitation: AN_ACT,
  removeStaff: AN_ACT,
  sendNoticeTest: AN_ACT,
  submitWebhook: AN_ACT,
  rotateWebhook: AN_ACT,
  testWebhook: AN_ACT,
  deleteWebhook: AN_ACT,
  replayWebhook: AN_ACT,
  replayWebhookDelivery: AN_ACT,
};

const PAGES = /^admin\.(settings|portal|notices|referrals_\.programme|staff|webhooks)/;
/** Their versions are those of contracts and orders. */
const OF_ORDERS = /^staff(Order|Contract)_/;

/** The forms that must have a case: those of the settings pages, and any others that carry a version. */
export const isSettingsForm = ({ route, endpoint }: PageEndpoint): boolean =>
  endpoint.method !== "GET" &&
  (PAGES.test(route) ||
    (!OF_ORDERS.test(endpoint.operationId) && listNames(endpoint).body.includes("version")));
