import { Button, CloseButton, TextInput } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { fieldId } from "~/components/form-problem";
import { useHydrated } from "~/components/use-hydrated";
import type { CatalogueOption } from "~/features/catalogue/catalogue-option";

const SEARCH_DELAY_MS = 150;

export type Product = { id: number; title: string; isDeleted: boolean };

type Props = {
  known: Product[];
  /** Ids separated by commas: what the form sends. */
  value: string;
  error?: string;
  isShown: boolean;
  disabled?: boolean;
  /** What the chosen ones are, for screen readers. */
  listLabel?: string;
};

/**
 * The products a code covers: chosen by part of their name, taken out one by one. Without scripts their ids are written
 * into the one field that is sent either way.
 */
export function CoveredProducts({
  known,
  value,
  error,
  isShown,
  disabled,
  listLabel = "Products the code covers",
}: Props) {
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<Product[]>(() => toProducts(value, known));
  const sent = useRef<HTMLInputElement>(null);
  const ids = chosen.map(({ id }) => id).join(",");
  // What scripts write into a field tells nobody of it: the form must hear that it has something to save.
  useEffect(() => {
    if (sent.current?.value === ids) sent.current.dispatchEvent(new Event("change", { bubbles: true }));
  }, [ids]);
  if (!isHydrated)
    return (
      <TextInput
        id={fieldId("productIds")}
        name="productIds"
        label="Product ids"
        description="Separated by commas; only when not all products are meant."
        defaultValue={value}
        error={error}
        disabled={disabled}
      />
    );
  return (
    <div hidden={!isShown}>
      <input ref={sent} type="hidden" name="productIds" value={ids} />
      {chosen.length > 0 && (
        <ul className="pn-list pn-list-flush pn-chosen" aria-label={listLabel}>
          {chosen.map((product) => (
            <li key={product.id} className="pn-list-row">
              <span className="pn-list-main">
                <bdi>{product.title}</bdi>
                {product.isDeleted && <span className="pn-dimmed">No longer in the store</span>}
              </span>
              {!disabled && (
                <CloseButton
                  aria-label={`Take out ${product.title}`}
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== product.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <ProductSearch
          error={error}
          isChosen={(id) => chosen.some((product) => product.id === id)}
          onChoose={(product) => setChosen([...chosen, product])}
        />
      )}
    </div>
  );
}

const toProducts = (value: string, known: Product[]): Product[] =>
  value
    .split(/[\s,]+/)
    .filter((id) => /^\d+$/.test(id))
    .map(Number)
    .map(
      (id) => known.find((product) => product.id === id) ?? { id, title: `Product ${id}`, isDeleted: false },
    );

function ProductSearch(props: {
  error?: string;
  isChosen: (id: number) => boolean;
  onChoose: (product: Product) => void;
}) {
  const fetcher = useFetcher<CatalogueOption[]>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [text, setText] = useState("");
  const search = (wanted: string) => {
    setText(wanted);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (wanted.trim()) fetcher.load(`/admin/contracts/products?q=${encodeURIComponent(wanted)}`);
    }, SEARCH_DELAY_MS);
  };
  const found = (fetcher.data ?? []).filter(
    ({ parameter, isDeleted, id }) => parameter === "productId" && !isDeleted && !props.isChosen(id),
  );
  const isSearching = text.trim() !== "";
  return (
    <>
      <TextInput
        id={fieldId("productIds")}
        label="Add a product"
        type="search"
        placeholder="Product name"
        autoComplete="off"
        error={props.error}
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
        // Enter belongs to the search here, not to the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div role="status" className="pn-found">
        {isSearching && fetcher.state === "idle" && fetcher.data && found.length === 0 && (
          <p className="pn-dimmed">No matching products.</p>
        )}
        {isSearching && found.length > 0 && (
          <ul className="pn-found-list" aria-label="Products of that name">
            {found.map(({ id, label }) => (
              <li key={id}>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => props.onChoose({ id, title: label, isDeleted: false })}
                >
                  Add {label}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
