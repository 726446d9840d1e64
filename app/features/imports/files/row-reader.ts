import { Invalid, type ParseValue } from "./import-values";

/** One wrong value; a row may have several. */
export type RowError = { column: string; value: string; reason: string };

const SHOWN_VALUE_LENGTH = 100;

/** A value as the error report shows it: its beginning, without characters that Postgres cannot store. */
export const toShownValue = (value: string): string =>
  (value.length <= SHOWN_VALUE_LENGTH ? value : `${value.slice(0, SHOWN_VALUE_LENGTH)}…`).replaceAll(
    "\0",
    "\uFFFD",
  );

/**
 * An error that repeats within a row (in each of a product's variants) is stored once: first place, and how often.
 *
 * @param row what messages call it: "row", "product"
 */
export function groupRepeated(errors: readonly RowError[], row: string): RowError[] {
  const groups = new Map<string, { first: RowError; times: number }>();
  for (const error of errors) {
    const key = JSON.stringify([error.column.replace(/\[\d+\]/g, "[]"), error.reason]);
    const group = groups.get(key);
    if (group) group.times++;
    else groups.set(key, { first: error, times: 1 });
  }
  return [...groups.values()].map(({ first, times }) =>
    times === 1 ? first : { ...first, reason: `${first.reason} (${times} times in this ${row})` },
  );
}

/** Reads the values of one row and collects every error in it. `find` gives a column's text, trimmed; "" = empty. */
export function createRowReader<Column extends string>(find: (column: Column) => string) {
  const errors: RowError[] = [];

  function reject(column: Column, reason: string): null {
    errors.push({ column, value: toShownValue(find(column)), reason });
    return null;
  }

  /** A value that may be empty; null if it is empty or wrong. */
  function optional<T>(column: Column, parse: ParseValue<T>): T | null {
    const text = find(column);
    if (text === "") return null;
    const value = parse(text);
    return value instanceof Invalid ? reject(column, value.reason) : value;
  }

  function required<T>(column: Column, parse: ParseValue<T>): T | null {
    return find(column) === "" ? reject(column, "Is required.") : optional(column, parse);
  }

  return { errors, reject, optional, required, find };
}

export type RowReader<Column extends string> = ReturnType<typeof createRowReader<Column>>;
