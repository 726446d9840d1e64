/**
 * SQL that writes a JSON object as text, by concatenation: row_to_json and json_build_object look up the type of every
 * column of every row, which on a page of contracts costs more than fetching them. Free text goes through to_json,
 * so what is written is well formed. All arguments are SQL expressions of this code base, never input.
 */
type Piece = { literal: string } | { sql: string };
export type JsonValue = Piece[];

const INSTANT_FORM = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const MAX_CONCAT_ARGUMENTS = 100;

const quoted = (sql: string): JsonValue => [{ literal: '"' }, { sql }, { literal: '"' }];
const instantText = (sql: string) => `to_char(${sql} at time zone 'UTC', ${INSTANT_FORM})`;

/** Values by type; the `…OrNull` ones may be null, the others must not. */
export const json = {
  number: (sql: string): JsonValue => [{ sql }],
  numberOrNull: (sql: string): JsonValue => [{ sql: `coalesce((${sql})::text, 'null')` }],
  /** A numeric, without the zeros its scale adds. */
  amount: (sql: string): JsonValue => [{ sql: `trim_scale(${sql})` }],
  amountOrNull: (sql: string): JsonValue => [{ sql: `coalesce(trim_scale(${sql})::text, 'null')` }],
  boolean: (sql: string): JsonValue => [{ sql: `(${sql})::text` }],
  /** One of our own words, ids or the like: nothing in it needs escaping. */
  word: quoted,
  text: (sql: string): JsonValue => [{ sql: `to_json(${sql})` }],
  textOrNull: (sql: string): JsonValue => [{ sql: `coalesce(to_json(${sql})::text, 'null')` }],
  /** ISO 8601 UTC with milliseconds (wire.md §1 "Dates"). */
  instant: (sql: string): JsonValue => quoted(instantText(sql)),
  instantOrNull: (sql: string): JsonValue => [{ sql: `coalesce('"' || ${instantText(sql)} || '"', 'null')` }],
  /** The gid of a numeric id. */
  gid: (prefix: string, sql: string): JsonValue => [{ literal: `"${prefix}` }, { sql }, { literal: '"' }],
  gidOrNull: (prefix: string, sql: string): JsonValue => [
    { sql: `coalesce('"${prefix}' || ${sql} || '"', 'null')` },
  ],
  /** Text that is JSON already. */
  raw: (sql: string): JsonValue => [{ sql }],
};

/** `{"name":value,…}` as an SQL expression of type text. */
export function toJsonObject(members: Record<string, JsonValue>): string {
  return concatenate([{ literal: "{" }, ...toMembers(members), { literal: "}" }]);
}

/** The same without its braces: part of an object. */
export function toJsonMembers(members: Record<string, JsonValue>): string {
  return concatenate(toMembers(members));
}

function toMembers(members: Record<string, JsonValue>): Piece[] {
  return Object.entries(members).flatMap(([name, value], index) => [
    { literal: `${index > 0 ? "," : ""}${JSON.stringify(name)}:` },
    ...value,
  ]);
}

function concatenate(pieces: Piece[]): string {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if ("literal" in piece && last && "literal" in last) last.literal += piece.literal;
    else merged.push({ ...piece });
  }
  const args = merged.map((piece) =>
    "sql" in piece ? piece.sql : `'${piece.literal.replaceAll("'", "''")}'`,
  );
  const calls: string[] = [];
  for (let i = 0; i < args.length; i += MAX_CONCAT_ARGUMENTS)
    calls.push(`concat(${args.slice(i, i + MAX_CONCAT_ARGUMENTS).join(", ")})`);
  return calls.join(" || ");
}
