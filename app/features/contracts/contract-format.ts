import { formatDate, formatDateTime, formatMoney } from "~/lib/format";

/** Formats amounts and instants for one contract: its currency, the shop's time zone. */
export type ContractFormat = {
  money(amount: string): string;
  date(instant: Date): string;
  dateTime(instant: Date): string;
};

/** Formats for one contract: its currency, its shop's time zone. */
export const toContractFormat = (timeZone: string, currencyCode: string): ContractFormat => ({
  money: (amount) => formatMoney(amount, currencyCode),
  date: (instant) => formatDate(instant, timeZone),
  dateTime: (instant) => formatDateTime(instant, timeZone),
});
