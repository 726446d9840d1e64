import type {
  CopyStmt,
  DeleteStmt,
  InsertStmt,
  JoinType,
  Node,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from "libpg-query";
import { parseSync } from "libpg-query";

/** Table with a column `shop_id` → whether its rows are stored on their shop's machine (db/distribute/placement.ts). */
export type ShopTables = ReadonlyMap<string, boolean>;

/** A table in FROM, with its name in the query. */
type Source = { alias: string; table: string };
/** Two sides that a condition makes equal. `binds`: the sources that the condition restricts; null = all of the query. */
type Equality = { sides: [Term, Term]; binds: ReadonlySet<string> | null };
/** A parameter or a column; null = anything else. */
type Term = { parameter: true } | { alias: string | null; column: string } | null;
/** One SELECT, UPDATE or DELETE, without the queries inside it. */
type Query = { sources: Source[]; equalities: Equality[] };
type Names = ReadonlySet<string>;

const PARAMETER = { parameter: true } as const;

/**
 * Finds where a statement does not say by a parameter which shop it is about. Each table of shops' rows needs `shop_id = $n`
 * in the query that names it, or `shop_id` equal to that of another table there that has it (Postgres passes the value on
 * within a query, but not into queries inside it); a new row needs its `shop_id`. Then no statement reads another shop's
 * rows, and Citus sends it to one machine. The parser must be loaded (`loadModule`).
 *
 * @returns a sentence for each such place
 */
export function findShopFaults(text: string, tables: ShopTables): string[] {
  const faults: string[] = [];
  const isOfShop = (table: string | undefined) => tables.get(table ?? "") === true;
  const complain = ({ alias, table }: Source, what: string) =>
    faults.push(`${table}${alias === table ? "" : ` ${alias}`} ${what}`);

  /** Finds the queries in any part of a statement. */
  const visit = (part: unknown, ctes: Names): void => {
    if (Array.isArray(part)) for (const one of part) visit(one, ctes);
    else if (isRecord(part)) for (const [name, value] of Object.entries(part)) visitNamed(name, value, ctes);
  };
  const visitNamed = (name: string, value: unknown, ctes: Names): void => {
    if (name === "SelectStmt") visitSelect(value as SelectStmt, ctes);
    else if (name === "InsertStmt") visitInsert(value as InsertStmt, ctes);
    else if (name === "UpdateStmt") visitUpdate(value as UpdateStmt, ctes);
    else if (name === "DeleteStmt") visitDelete(value as DeleteStmt, ctes);
    else if (name === "CopyStmt") visitCopy(value as CopyStmt, ctes);
    // ANALYZE only collects statistics, which no caller sees.
    else if (name === "VacuumStmt") return;
    else if (name === "RangeVar" || name === "relation") visitOther(value as RangeVar, ctes);
    else visit(value, ctes);
  };
  const visitOther = (relation: RangeVar, ctes: Names) => {
    const source = toSource(relation);
    if (isTable(relation, ctes) && isOfShop(source.table)) complain(source, "as a whole");
  };
  const visitWith = (clause: WithClause | undefined, ctes: Names): Names => {
    const known = new Set(ctes);
    for (const node of clause?.ctes ?? []) {
      if (!("CommonTableExpr" in node)) continue;
      const { ctename = "", ctequery } = node.CommonTableExpr;
      if (clause?.recursive) known.add(ctename);
      visit(ctequery, known);
      known.add(ctename);
    }
    return known;
  };

  const visitSelect = (select: SelectStmt, ctes: Names) => {
    // The tables in FOR UPDATE OF are in FROM already.
    const { withClause, larg, rarg, fromClause, whereClause, lockingClause: _, ...others } = select;
    const known = visitWith(withClause, ctes);
    if (larg) visitSelect(larg, known);
    if (rarg) visitSelect(rarg, known);
    const query: Query = { sources: [], equalities: [] };
    for (const node of fromClause ?? []) addFrom(query, node, known);
    endQuery(query, whereClause, known);
    visit(others, known);
  };
  const visitUpdate = (
    { withClause, relation, fromClause, whereClause, ...others }: UpdateStmt,
    ctes: Names,
  ) => visitChange(withClause, relation, fromClause, whereClause, others, ctes);
  const visitDelete = (
    { withClause, relation, usingClause, whereClause, ...others }: DeleteStmt,
    ctes: Names,
  ) => visitChange(withClause, relation, usingClause, whereClause, others, ctes);
  const visitChange = (
    withClause: WithClause | undefined,
    relation: RangeVar | undefined,
    from: Node[] | undefined,
    where: Node | undefined,
    others: object,
    ctes: Names,
  ) => {
    const known = visitWith(withClause, ctes);
    const query: Query = { sources: relation ? [toSource(relation)] : [], equalities: [] };
    for (const node of from ?? []) addFrom(query, node, known);
    endQuery(query, where, known);
    visit(others, known);
  };

  const addFrom = (query: Query, node: Node, ctes: Names): Names => {
    if ("RangeVar" in node) {
      const source = toSource(node.RangeVar);
      if (isTable(node.RangeVar, ctes)) query.sources.push(source);
      return new Set([source.alias]);
    }
    if (!("JoinExpr" in node)) {
      visit(node, ctes);
      return new Set();
    }
    const { larg, rarg, quals, usingClause, jointype } = node.JoinExpr;
    const left = larg ? addFrom(query, larg, ctes) : new Set<string>();
    const right = rarg ? addFrom(query, rarg, ctes) : new Set<string>();
    const both = new Set([...left, ...right]);
    const binds = toBound(jointype, { left, right, both });
    if (quals) query.equalities.push(...listEqualities(quals, binds));
    if (usingClause) query.equalities.push(...joinUsing(usingClause, left, right, binds));
    visit(quals, ctes);
    return both;
  };

  const endQuery = (query: Query, where: Node | undefined, ctes: Names) => {
    if (where) query.equalities.push(...listEqualities(where, null));
    const ofShop = query.sources.filter(({ table }) => tables.has(table));
    const bound = bind(query, ofShop.length === 1 ? (ofShop[0]?.alias ?? null) : null);
    for (const source of query.sources)
      if (isOfShop(source.table) && !bound.has(`${source.alias}.shop_id`))
        complain(source, "without shop_id = $n");
    visit(where, ctes);
  };

  const visitInsert = (insert: InsertStmt, ctes: Names) => {
    const { relation, cols, selectStmt, withClause, ...others } = insert;
    const known = visitWith(withClause, ctes);
    visit(selectStmt, known);
    visit(others, known);
    if (!relation || !isOfShop(relation.relname)) return;
    const place = (cols ?? []).findIndex((node) => "ResTarget" in node && node.ResTarget.name === "shop_id");
    const given = selectStmt && "SelectStmt" in selectStmt ? listGiven(selectStmt.SelectStmt, place) : [];
    if (place < 0 || given.length === 0 || !given.every((node) => node && toTerm(node)))
      complain(toSource(relation), "is given a row without shop_id as a parameter or a column");
  };
  const visitCopy = ({ relation, query, attlist, is_from }: CopyStmt, ctes: Names) => {
    visit(query, ctes);
    if (!relation || !isOfShop(relation.relname)) return;
    const columns = (attlist ?? []).map((node) => ("String" in node ? node.String.sval : ""));
    if (!is_from || !columns.includes("shop_id")) complain(toSource(relation), "is copied as a whole");
  };

  for (const { stmt } of parseSync(text).stmts ?? []) visit(stmt, new Set());
  return faults;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const toSource = ({ relname = "", alias }: RangeVar): Source => ({
  alias: alias?.aliasname ?? relname,
  table: relname,
});

/** Whether it is a table of ours: not a WITH query, not a table of Postgres or of the job queue. */
const isTable = ({ relname = "", schemaname }: RangeVar, ctes: Names): boolean =>
  schemaname ? schemaname === "public" : !ctes.has(relname);

/** The sources that the condition of a join restricts: the outer side keeps its rows whether or not they match. */
function toBound(
  type: JoinType | undefined,
  { left, right, both }: Record<"left" | "right" | "both", Names>,
) {
  if (type === "JOIN_LEFT") return right;
  if (type === "JOIN_RIGHT") return left;
  return type === "JOIN_FULL" ? new Set<string>() : both;
}

/** The conditions of the form `a = b`, joined by AND. */
function listEqualities(node: Node, binds: Names | null): Equality[] {
  if ("BoolExpr" in node) {
    const { boolop, args = [] } = node.BoolExpr;
    return boolop === "AND_EXPR" ? args.flatMap((one) => listEqualities(one, binds)) : [];
  }
  if (!("A_Expr" in node)) return [];
  const { kind, name = [], lexpr, rexpr } = node.A_Expr;
  const isEqual =
    kind === "AEXPR_OP" && name.length === 1 && name[0] && "String" in name[0] && name[0].String.sval === "=";
  if (!isEqual || !lexpr || !rexpr) return [];
  if ("RowExpr" in lexpr && "RowExpr" in rexpr) {
    const others = rexpr.RowExpr.args ?? [];
    return (lexpr.RowExpr.args ?? []).flatMap((one, index) => {
      const other = others[index];
      return other ? [{ sides: [toTerm(one), toTerm(other)] as [Term, Term], binds }] : [];
    });
  }
  return [{ sides: [toTerm(lexpr), toTerm(rexpr)], binds }];
}

function joinUsing(columns: Node[], left: Names, right: Names, binds: Names): Equality[] {
  const names = columns.flatMap((node) => ("String" in node ? [node.String.sval ?? ""] : []));
  return names.flatMap((column) =>
    [...left].flatMap((alias) =>
      [...right].map((other) => ({
        sides: [
          { alias, column },
          { alias: other, column },
        ] as [Term, Term],
        binds,
      })),
    ),
  );
}

function toTerm(node: Node): Term {
  if ("TypeCast" in node) return node.TypeCast.arg ? toTerm(node.TypeCast.arg) : null;
  if ("ParamRef" in node) return PARAMETER;
  if (!("ColumnRef" in node)) return null;
  const names = (node.ColumnRef.fields ?? []).flatMap((field) =>
    "String" in field ? [field.String.sval ?? ""] : [],
  );
  const [last = "", alias = null] = names.reverse();
  return { alias, column: last };
}

/** @param only the source that a column without a table belongs to @returns columns that equal a parameter, as `source.column` */
function bind({ sources, equalities }: Query, only: string | null): Names {
  const own = new Set(sources.map(({ alias }) => alias));
  const bound = new Set<string>();
  const toName = (term: Term): string | null => {
    if (!term || "parameter" in term) return null;
    const alias = term.alias ?? only;
    return alias !== null && own.has(alias) ? `${alias}.${term.column}` : null;
  };
  for (let before = -1; before < bound.size; ) {
    before = bound.size;
    for (const { sides, binds } of equalities)
      for (const [one, other] of [sides, [sides[1], sides[0]]] as const) {
        const name = toName(one);
        const isGiven = other && ("parameter" in other || bound.has(toName(other) ?? ""));
        if (name && isGiven && (!binds || binds.has(name.slice(0, name.lastIndexOf("."))))) bound.add(name);
      }
  }
  return bound;
}

/** The value of a column in each inserted row. */
function listGiven(select: SelectStmt, place: number): (Node | undefined)[] {
  const { valuesLists, targetList, larg, rarg } = select;
  if (larg && rarg) return [...listGiven(larg, place), ...listGiven(rarg, place)];
  if (valuesLists) return valuesLists.map((node) => ("List" in node ? node.List.items?.[place] : undefined));
  const target = targetList?.[place];
  return [target && "ResTarget" in target ? target.ResTarget.val : undefined];
}
