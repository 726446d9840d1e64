/** Portal texts for past orders, receipts and taking the next order early. */
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
    /** An order that was called off, or of a paused or ended contract. */
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
    /** The total less refunds. */
    left: string;
    tax: string;
    /** Number of deliveries of a prepaid order. */
    deliveries(number: string): string;
  };
  /** `intro` names the day it is planned for. */
  orderNow: {
    title: string;
    intro(date: string): string;
    consequence: string;
    confirm(total: string): string;
  };
};
