/**
 * SQL that writes a JSON object as text, from a template with places for the values: row_to_json and json_build_object
 * look up the type of every column of every row, which on a page of contracts costs more than fetching them. Free text
 * goes through to_json, so the result is well formed. All arguments are SQL expressions of this code base, never input.
 */
type Piece = { literal: string } | { sql: string };
export type JsonValue = Piece[];

const INSTANT_FORM = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const quoted = (sql: string): JsonValue => [{ literal: '"' }, { sql }, { literal: '"' }];
const instantText = (sql: string) => `to_char(${sql} at time zone 'UTC', ${INSTANT_FORM})`;

/** Values by type; the `…OrNull` ones may be null, the others must not. */
export const json = {
  number: (sql: string): JsonValue => [{ sql }],
  numberOrNull: (sql: string): JsonValue => [{ sql: `coalesce((${sql})::text, 'null')` }],
  /** A numeric without the trailing zeros of its scale. */
  amount: (sql: string): JsonValue => [{ sql: `trim_scale(${sql})` }],
  amountOrNull: (sql: string): JsonValue => [{ sql: `coalesce(trim_scale(${sql})::text, 'null')` }],
  boolean: (sql: string): JsonValue => [{ sql }],
  /** An enum value, id or the like of ours: nothing in it needs escaping. */
  quoted,
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

/** `{"name":value,…}` as an SQL expression of type text. At most 99 values. */
export const toJsonObject = (members: Record<string, JsonValue>): string =>
  toFormatted([{ literal: "{" }, ...toMembers(members), { literal: "}" }]);

/** The same without braces: a part of an object. */
export const toJsonMembers = (members: Record<string, JsonValue>): string => toFormatted(toMembers(members));

function toMembers(members: Record<string, JsonValue>): Piece[] {
  return Object.entries(members).flatMap(([name, value], index) => [
    { literal: `${index > 0 ? "," : ""}${JSON.stringify(name)}:` },
    ...value,
  ]);
}

function toFormatted(pieces: Piece[]): string {
  const form = pieces
    .map((piece) => ("literal" in piece ? piece.literal.replaceAll("%", "%%") : "%s"))
    .join("");
  // All as text: format looks the output function up again whenever the type changes.
  const values = pieces.flatMap((piece) => ("sql" in piece ? [`(${piece.sql})::text`] : []));
  return `format('${form.replaceAll("'", "''")}', ${values.join(", ")})`;
}
