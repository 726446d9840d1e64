/** What orders of a contract cost, in its currency: each one, and those to come with what is peculiar to them. */
export type OrderCosts = {
  currencyCode: string;
  each: string;
  orders: { id: number; date: Date; amount: string }[];
};
