/** What the portal says of past orders, receipts and the next order taken early. */
export type OrderTexts = {
  orders: {
    title: string;
    all: string;
    none: string;
    paid: string;
    failed: string;
    skipped: string;
    number: string;
    underWay: string;
    asksBank: string;
    /** One that was called off, or of a paused or ended contract. */
    notSent: string;
    refunded: string;
    partRefunded(amount: string): string;
  };
  receipt: {
    title: string;
    paidOn: string;
    soldBy: string;
    subtotal: string;
    refund: string;
    /** What remains of the total. */
    left: string;
    tax: string;
    /** A prepaid order: how often it is delivered. */
    deliveries(number: string): string;
  };
  /** `intro`: the day it is planned for. */
  orderNow: {
    title: string;
    intro(date: string): string;
    consequence: string;
    confirm(total: string): string;
  };
};
