/**
 * Money without floats: amounts are decimal strings ("12.5", "-3.0000"), as Postgres numeric gives and takes them, and
 * all arithmetic is exact on scaled integers.
 */

const DECIMAL_FORM = /^(-?)(\d+)(?:\.(\d+))?$/;

type Scaled = { units: bigint; scale: number };

const powersOfTen = Array.from({ length: 20 }, (_, exponent) => 10n ** BigInt(exponent));
const powerOfTen = (exponent: number): bigint => powersOfTen[exponent] ?? 10n ** BigInt(exponent);

function toScaled(amount: string): Scaled {
  const [, sign, whole, fraction = ""] = DECIMAL_FORM.exec(amount) ?? [];
  if (whole === undefined) throw new TypeError(`"${amount}" is not a decimal number`);
  const units = BigInt(whole + fraction);
  return { units: sign ? -units : units, scale: fraction.length };
}

function toDecimal({ units, scale }: Scaled): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? "-" : ""}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ""}`;
}

function align(a: string, b: string): { a: bigint; b: bigint; scale: number } {
  const left = toScaled(a);
  const right = toScaled(b);
  if (left.scale === right.scale) return { a: left.units, b: right.units, scale: left.scale };
  const scale = Math.max(left.scale, right.scale);
  return {
    a: left.units * powerOfTen(scale - left.scale),
    b: right.units * powerOfTen(scale - right.scale),
    scale,
  };
}

/** Exact sum, with the finer of both scales. @throws TypeError if not a decimal number, as everywhere in this file. */
export function addMoney(left: string, right: string): string {
  const { a, b, scale } = align(left, right);
  return toDecimal({ units: a + b, scale });
}

export function subtractMoney(left: string, right: string): string {
  const { a, b, scale } = align(left, right);
  return toDecimal({ units: a - b, scale });
}

/** An exact sum of very many amounts, with the finest of their scales: nothing is written out in between. */
export class MoneySum {
  #units = 0n;
  #scale = 0;

  /** @throws TypeError for what is not a decimal number */
  add(amount: string): this {
    return this.#add(toScaled(amount));
  }

  include(other: MoneySum): this {
    return this.#add({ units: other.#units, scale: other.#scale });
  }

  #add({ units, scale }: Scaled): this {
    if (scale > this.#scale) {
      this.#units *= powerOfTen(scale - this.#scale);
      this.#scale = scale;
    }
    this.#units += scale < this.#scale ? units * powerOfTen(this.#scale - scale) : units;
    return this;
  }

  toString(): string {
    return toDecimal({ units: this.#units, scale: this.#scale });
  }

  /** For pictures and JSON: the nearest float. */
  toNumber(): number {
    return this.#units === 0n ? 0 : Number(this.toString());
  }
}

export function sumMoney(amounts: readonly string[]): string {
  const sum = new MoneySum();
  for (const amount of amounts) sum.add(amount);
  return sum.toString();
}

/** Exact product with a whole number, e.g. a quantity. */
export function multiplyMoney(amount: string, factor: number): string {
  const { units, scale } = toScaled(amount);
  return toDecimal({ units: units * BigInt(factor), scale });
}

/**
 * `amount` × `factor` ÷ `divisor` (whole numbers above 0), rounded half away from zero to the currency's smallest unit;
 * written with as many decimals as the amount, if those are more.
 */
export function roundedShare(amount: string, factor: number, divisor: number, currencyCode: string): string {
  const { units, scale } = toScaled(amount);
  const decimals = currencyDecimals(currencyCode);
  const finest = Math.max(scale, decimals);
  const unit = powerOfTen(finest - decimals);
  const dividend = units * BigInt(factor) * powerOfTen(finest - scale);
  const by = BigInt(divisor) * unit;
  const half = dividend < 0n ? -by : by;
  return toDecimal({ units: ((2n * dividend + half) / (2n * by)) * unit, scale: finest });
}

function multiplyDecimals(amount: string, rate: string): string {
  const left = toScaled(amount);
  const right = toScaled(rate);
  return toDecimal({ units: left.units * right.units, scale: left.scale + right.scale });
}

/** `percent` (a decimal string, 10 = 10 %) of an amount, exact; round it afterwards. */
export function percentageOf(amount: string, percent: string): string {
  const { units, scale } = toScaled(multiplyDecimals(amount, percent));
  return toDecimal({ units, scale: scale + 2 });
}

/** Without trailing zeros: "499.4000" → "499.4". */
export function trimMoney(amount: string): string {
  const { units, scale } = toScaled(amount);
  const decimal = toDecimal({ units, scale });
  return scale > 0 ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** Negative, zero or positive as `left` is less than, equal to or more than `right`; "1.50" equals "1.5". */
export function compareMoney(left: string, right: string): -1 | 0 | 1 {
  const { a, b } = align(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

export const minMoney = (left: string, right: string): string =>
  compareMoney(left, right) <= 0 ? left : right;

const decimalsByCurrency = new Map<string, number>();

/** Digits after the point of a currency (JPY 0, USD 2, KWD 3); 2 for a code that Intl does not know. */
export function currencyDecimals(currencyCode: string): number {
  let decimals = decimalsByCurrency.get(currencyCode);
  if (decimals === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: currencyCode });
    decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
    decimalsByCurrency.set(currencyCode, decimals);
  }
  return decimals;
}

/** Rounded half away from zero, with exactly the currency's decimals: ("2.345", "USD") → "2.35". */
export function roundMoney(amount: string, currencyCode: string): string {
  return fromMinorUnits(toMinorUnits(amount, currencyCode), currencyCode);
}

/**
 * An amount as it is stored, never rounded: without zeros at its end, but with at least the currency's decimals:
 * ("4.9000", "EUR") → "4.90".
 */
export function toExactAmount(amount: string, currencyCode: string): string {
  const [, sign, whole, fraction = ""] = DECIMAL_FORM.exec(amount) ?? [];
  if (whole === undefined) throw new TypeError(`"${amount}" is not a decimal number`);
  const decimals = currencyDecimals(currencyCode);
  let kept = fraction.length;
  while (kept > decimals && fraction[kept - 1] === "0") kept--;
  const written = fraction.slice(0, kept).padEnd(decimals, "0");
  return `${sign}${whole}${written && `.${written}`}`;
}

/** Cents (or whatever the currency's smallest unit is), rounded half away from zero. */
export function toMinorUnits(amount: string, currencyCode: string): bigint {
  const { units, scale } = toScaled(amount);
  const decimals = currencyDecimals(currencyCode);
  if (scale <= decimals) return units * powerOfTen(decimals - scale);
  const divisor = powerOfTen(scale - decimals);
  const half = units < 0n ? -divisor / 2n : divisor / 2n;
  return (units + half) / divisor;
}

export const fromMinorUnits = (units: bigint, currencyCode: string): string =>
  toDecimal({ units, scale: currencyDecimals(currencyCode) });

/**
 * Split an amount in proportion to non-negative weights, to the currency's smallest unit. The parts add up to the
 * rounded amount exactly: what rounding down leaves goes to the largest remainders, the first of equals first.
 * With no weight at all nothing can carry the amount, and every part is zero.
 */
export function allocateMoney(amount: string, weights: readonly string[], currencyCode: string): string[] {
  const total = toMinorUnits(amount, currencyCode);
  const scale = Math.max(0, ...weights.map((weight) => toScaled(weight).scale));
  const shares = weights.map((weight) => {
    const scaled = toScaled(weight);
    return scaled.units * powerOfTen(scale - scaled.scale);
  });
  const whole = shares.reduce((sum, share) => sum + share, 0n);
  if (whole === 0n) return weights.map(() => fromMinorUnits(0n, currencyCode));
  const sign = total < 0n ? -1n : 1n;
  const magnitude = total * sign;
  const parts = shares.map((share, index) => ({
    index,
    units: (magnitude * share) / whole,
    remainder: (magnitude * share) % whole,
  }));
  let left = magnitude - parts.reduce((sum, part) => sum + part.units, 0n);
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left === 0n) break;
    part.units += 1n;
    left -= 1n;
  }
  return parts.map((part) => fromMinorUnits(part.units * sign, currencyCode));
}
