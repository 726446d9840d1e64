import type postgres from "postgres";

/** What Citus requires of a table, from Postgres' catalogue. Names of columns are in the order of the key. */
export type CatalogueTable = {
  name: string;
  /** Has `shop_id`, as a bigint. */
  isOfShop: boolean;
  /** Primary and unique keys and exclusion constraints. */
  keys: { name: string; columns: string[] }[];
  foreignKeys: ForeignKey[];
  /** Constraints and indexes. */
  names: string[];
  /** Our own triggers, not those of foreign keys. */
  triggers: string[];
  /** Columns with a sequence that are not bigint identities. */
  sequenceColumns: string[];
  /** Whether it has or is a parent in inheritance or partitioning. */
  isInherited: boolean;
};

type ForeignKey = {
  name: string;
  columns: string[];
  table: string;
  /** The referenced columns, in the order of `columns`. */
  foreignColumns: string[];
  /** Whether it sets columns when the referenced row is deleted or changed. */
  setsColumns: boolean;
};

/** Every table of the app. The job queue's own schema stays on the coordinator. */
export async function readCatalogue(sql: postgres.ISql): Promise<CatalogueTable[]> {
  const rows = await sql<CatalogueTable[]>`
    with columns_of as (
      select attrelid as relation, attnum as number, attname::text as name, atttypid as type, attidentity as identity
      from pg_attribute where attnum > 0 and not attisdropped)
    select c.relname::text as name,
      exists (select 1 from columns_of a where a.relation = c.oid and a.name = 'shop_id'
        and a.type = 'bigint'::regtype) as "isOfShop",
      (select coalesce(json_agg(json_build_object('name', x.relname, 'columns',
          (select coalesce(json_agg(a.name order by n.place), '[]') from unnest(i.indkey::int2[]) with ordinality n (number, place)
            join columns_of a on a.relation = c.oid and a.number = n.number)) order by x.relname), '[]')
        from pg_index i join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)) as keys,
      (select coalesce(json_agg(json_build_object('name', f.conname, 'table', f.confrelid::regclass::text,
          'columns', (select json_agg(a.name order by n.place) from unnest(f.conkey) with ordinality n (number, place)
            join columns_of a on a.relation = f.conrelid and a.number = n.number),
          'foreignColumns', (select json_agg(a.name order by n.place) from unnest(f.confkey) with ordinality n (number, place)
            join columns_of a on a.relation = f.confrelid and a.number = n.number),
          'setsColumns', f.confdeltype in ('n', 'd') or f.confupdtype in ('n', 'd', 'c')) order by f.conname), '[]')
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as "foreignKeys",
      array(select f.conname::text from pg_constraint f where f.conrelid = c.oid and f.contype <> 'n'
        union select x.relname::text from pg_index i join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid order by 1) as names,
      array(select tgname::text from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers,
      array(select a.name from columns_of a
        left join pg_attrdef d on d.adrelid = a.relation and d.adnum = a.number
        where a.relation = c.oid and (a.identity <> '' and a.type <> 'bigint'::regtype
          or a.identity = '' and pg_get_expr(d.adbin, d.adrelid) like '%nextval(%') order by 1) as "sequenceColumns",
      c.relkind = 'p' or exists (select 1 from pg_inherits h where c.oid in (h.inhrelid, h.inhparent)) as "isInherited"
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;
  return [...rows];
}
