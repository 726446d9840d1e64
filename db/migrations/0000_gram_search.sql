-- Search for part of a text, of any length and in any script, within one shop: an index holds for every position of a
-- text the three characters from there on (fewer at its end), each with the shop's number before it. So the postings of
-- one shop are never read through for another, one or two characters are a prefix, and letters that the server's locale
-- does not know as letters are found as well; pg_trgm can do none of the three.
-- PL/pgSQL: half the time of the same in SQL. For the planner: without parallel workers, whose start takes longer than a
-- search; and a cost near the true one, which keeps it from computing grams row by row without making it seem expensive
-- to look the found rows up again.
create function search_grams(shop bigint, content text) returns tsvector
language plpgsql immutable strict parallel restricted cost 1000 as $$
declare
  lowered text := lower(content);
  prefix text := shop || ':';
  grams text[];
begin
  for i in 1 .. length(lowered) loop
    grams[i] := prefix || substr(lowered, i, 3);
  end loop;
  return array_to_tsvector(grams);
end $$;
--> statement-breakpoint
-- What to look for in such an index: every gram of the text, or for one or two characters every gram that begins so.
-- A necessary condition only from four characters on: the grams may stand apart. Compare the text itself as well.
create function search_query(shop bigint, wanted text) returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  lowered text := lower(wanted);
  query text := '';
begin
  for i in 1 .. greatest(length(lowered) - 2, 1) loop
    query := query || case when i > 1 then ' & ' else '' end || ''''
      || replace(replace(shop || ':' || substr(lowered, i, 3), '\', '\\'), '''', '''''') || '''';
  end loop;
  return (query || case when length(lowered) < 3 then ':*' else '' end)::tsquery;
end $$;
