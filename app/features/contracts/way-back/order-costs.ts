/** What orders of a contract cost, in its currency: an ordinary one, and each upcoming one with its peculiarities. */
export type OrderCosts = {
  currencyCode: string;
  each: string;
  orders: { id: number; date: Date; amount: string }[];
};
