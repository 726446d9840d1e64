/** What orders of a contract cost, in its currency: an ordinary order, and each upcoming one as it will be. */
export type OrderCosts = {
  currencyCode: string;
  each: string;
  orders: { id: number; date: Date; amount: string }[];
};
