import { Button, TextInput } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { FilterForm } from "~/ui/list/filter-form";

/** Searches products by part of their name: the dialog reopens with the results. */
export function ProductSearch({ search }: { search: string }) {
  const [parameters] = useSearchParams();
  const kept = [...parameters].filter(([name]) => name !== "q" && name !== "intent");
  return (
    <FilterForm role="search" preventScrollReset replace className="pn-searchbar pn-dialog-search">
      <TextInput
        name="q"
        type="search"
        aria-label="Search products"
        placeholder="Product name"
        defaultValue={search}
        autoComplete="off"
      />
      <Button type="submit" variant="default">
        Search
      </Button>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </FilterForm>
  );
}
