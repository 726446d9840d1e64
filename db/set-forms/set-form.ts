/**
 * A parameter: its cast, null = the text itself casts it; and whether all sets share its value, such as the shop's id.
 */
export type Parameter = { type: string | null; isShared: boolean };

/**
 * SQL that runs a statement once for each of several sets of values. A parameter's values are passed as one array of
 * texts, except for those that all sets share (docs/design.md "Citus": each table has the shop). Sets are numbered from
 * 1: the number is the first column of the rows of a read or an update. An insert's rows come in the order of the sets.
 *
 * @param text a statement with `$1 …`: a read, an update of rows by their key, an insert of one row
 * @returns null for a statement that has no such form
 */
export function toSetForm(text: string, parameters: readonly Parameter[]): string | null {
  const own = parameters.flatMap(({ isShared }, index) => (isShared ? [] : [index + 1]));
  if (own.length === 0) return null;
  const refer = (part: string): string | null => {
    let isKnown = true;
    const referred = part.replace(/\$(\d+)(::)?/g, (_, number: string, cast: string | undefined) => {
      const parameter = parameters[Number(number) - 1];
      const value = parameter?.isShared ? `$${number}` : `given_set.p${number}`;
      if (cast) return `${value}::`;
      if (!parameter?.type) isKnown = false;
      return `${value}::${parameter?.type}`;
    });
    return isKnown ? referred : null;
  };
  const arrays = own.map((number) => `$${number}::text[]`).join(", ");
  const names = own.map((number) => `p${number}`).join(", ");
  const sets = `unnest(${arrays}) with ordinality as given_set (${names}, set_number)`;
  const statement = text.trim();
  if (/^select\b/i.test(statement)) {
    const each = refer(statement);
    return each && `select given_set.set_number, each.* from ${sets} cross join lateral (${each}) each`;
  }
  if (/^update\b/i.test(statement)) {
    const parts = /^(update .+? set .+?) where (.+?)(?: returning (.+))?$/is.exec(statement);
    if (!parts) return null;
    const [, set, where, returning] = parts;
    const [setTo, which] = [refer(set ?? ""), refer(where ?? "")];
    return (
      setTo &&
      which &&
      `${setTo} from ${sets} where ${which} returning given_set.set_number${returning ? `, ${returning}` : ""}`
    );
  }
  const parts =
    /^(insert into \S+) \(([^)]+)\)\s+values \(([^)]+)\)(\s+on conflict .+ do nothing| returning .+)?$/is.exec(
      statement,
    );
  if (!parts) return null;
  const columns = (parts[2] ?? "").split(/,\s*/);
  const values = (parts[3] ?? "").split(/,\s*/);
  const given = columns.flatMap((column, index) => {
    const value = values[index] ?? "default";
    return value === "default" ? [] : [{ column, value: refer(value) }];
  });
  if (columns.length !== values.length || given.some(({ value }) => value === null)) return null;
  return `${parts[1]} (${given.map(({ column }) => column).join(", ")}) select ${given.map(({ value }) => value).join(", ")} from ${sets} order by given_set.set_number${parts[4] ?? ""}`;
}

/** Values of one parameter, one per set, as the text of a Postgres array; null if a value has no plain text. */
export function toTextArray(values: readonly unknown[]): string | null {
  const items: string[] = [];
  for (const value of values) {
    if (value === null) items.push("NULL");
    else if (typeof value === "string") items.push(`"${value.replace(/["\\]/g, "\\$&")}"`);
    else if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
      items.push(String(value));
    else return null;
  }
  return `{${items.join(",")}}`;
}
