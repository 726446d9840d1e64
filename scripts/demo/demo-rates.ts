/** Value of one unit of a currency in US dollars, rounded; enough for the USD columns of a demo. */
export const RATES: readonly [currencyCode: string, usdPerUnit: string][] = [
  ["USD", "1"],
  ["EUR", "1.17"],
  ["GBP", "1.34"],
  ["CHF", "1.25"],
  ["CAD", "0.72"],
  ["AUD", "0.66"],
  ["NZD", "0.58"],
  ["SEK", "0.107"],
  ["NOK", "0.099"],
  ["DKK", "0.157"],
  ["PLN", "0.276"],
  ["CZK", "0.048"],
  ["JPY", "0.0065"],
  ["INR", "0.0112"],
  ["BRL", "0.185"],
  ["MXN", "0.055"],
  ["ZAR", "0.058"],
  ["SGD", "0.77"],
];

export const RATES_AS_OF = new Date("2025-12-01T00:00:00Z");
