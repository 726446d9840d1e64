import type { ContractFormat } from "~/features/contract-page/history/activity-timeline";
import { formatDate, formatDateTime, formatMoney } from "~/lib/format";

/** Formats for one contract: its currency, its shop's time zone. */
export const toContractFormat = (timeZone: string, currencyCode: string): ContractFormat => ({
  money: (amount) => formatMoney(amount, currencyCode),
  date: (instant) => formatDate(instant, timeZone),
  dateTime: (instant) => formatDateTime(instant, timeZone),
});
