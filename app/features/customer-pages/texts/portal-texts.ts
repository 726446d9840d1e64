import type { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import type { Interval } from "~db/schema/intervals";
import type { PortalAction } from "~db/schema/portal-settings";
import type { EditTexts } from "./edits/edit-texts";
import type { OrderTexts } from "./orders/order-texts";
import type { PaymentTexts } from "./payments/payment-texts";
import type { CancelReasonId, PortalBanner } from "./portal-outcomes";
import type { ProblemTexts } from "./problems/problem-texts";

type Status = (typeof CONTRACT_STATUSES)[number];

/**
 * All texts of the portal, once per language: a missing text does not compile. Numbers, dates and amounts are passed in
 * formatted (Intl); where a number decides the plural form, the text also gets the number.
 */
export type PortalTexts = OrderTexts &
  ProblemTexts & {
    /** Of the list and the contract page; a merchant may replace `heading`. */
    heading: string;
    defaultHelp(shop: string): string;
    skipToContent: string;
    /** On every page of a shop on the test gateway. */
    testGateway: string;
    back: string;
    backToList: string;
    save: string;
    undo: string;
    notNow: string;
    remove: string;
    add: string;
    change: string;
    optional: string;
    status: Record<Status, string>;
    /** Why there is no next order, by status. */
    noOrder: Record<Status, string>;
    /** "Every 2 months". */
    every(interval: Interval, count: number, number: string): string;
    /** "Quantity: 2". */
    quantityOf(number: string): string;

    /** `open`: the button of each contract in the list. */
    list: { empty: string; nextOrder: string; open: string };
    next: {
      title: string;
      total: string;
      delivery: string;
      free: string;
      discount: string;
      shipTo: string;
      pickup: string;
      payment: string;
      noPayment: string;
      /** A payment method whose brand and number are unknown. */
      savedMethod: string;
      cardEnding(digits: string): string;
      expires(month: string): string;
      cardExpired: string;
      paymentFailed: string;
      leftOut: string;
      once: string;
      deliveredEvery(frequency: string): string;
    };
    /** The button of each action; a description where the label is not enough. */
    action: Record<PortalAction, string>;
    manage: string;
    items: string;
    /** When both may be changed; if only one may, the name of its action is used. */
    editLine: string;
    putBack: string;
    later: { title: string; skipped: string; unskip: string };
    pages: { previous: string; next: string; of(page: string, pages: string): string };

    reschedule: { title: string; intro(date: string): string; field: string; hint: string };
    address: {
      title: string;
      intro: string;
      firstName: string;
      lastName: string;
      company: string;
      address1: string;
      address2: string;
      zip: string;
      city: string;
      province: string;
      country: string;
      phone: string;
    };
    frequency: {
      title: string;
      intro(now: string): string;
      legend: string;
      other: string;
      count: string;
      unit: string;
      units: Record<Interval, string>;
    };
    line: {
      quantity: string;
      quantityHint: string;
      details: string;
      detailsHint: string;
      addDetail: string;
      name: string;
      value: string;
      skipTitle: string;
      skipHint: string;
    };
    discount: {
      title: string;
      apply: string;
      percentOff(percent: string): string;
      amountOff(amount: string): string;
      /** Beside a discount: how many orders have it, at least one. */
      forOrders(count: number, number: string): string;
      /** Beside a discount that is not for everything. */
      onSelected: string;
    };
    oneTime: {
      title: string;
      intro(date: string): string;
      search: string;
      find: string;
      none: string;
      addOne(title: string): string;
      added: string;
    };
    edits: EditTexts;
    paying: PaymentTexts;
    /** When the shop has no gateway of ours: the customer is told to ask the shop for a link. */
    payment: { title: string; intro: string };
    cancel: {
      title: string;
      why: string;
      intro: string;
      continue: string;
      keep: string;
      confirmTitle: string;
      consequence: string;
      lastOrder(date: string): string;
      /** Number of orders still needed to reach the agreed minimum, at least one. */
      afterMore(count: number, number: string): string;
      comment: string;
      confirm: string;
      offerTitle: string;
      offer: { SKIP(date: string): string; PAUSE: string; DISCOUNT(value: string): string };
      accept: { SKIP: string; PAUSE: string; DISCOUNT: string };
      reasons: Record<CancelReasonId, string>;
    };
    reactivate: { title: string; intro: string; confirm: string };

    /** Banner that says what was done; `date` is the next order's where it matters, else empty. */
    done: Record<PortalBanner, (date: string) => string>;
  };
