import { Button, TextInput } from "@mantine/core";
import { useFetcher } from "@remix-run/react";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { useId, useRef, useState } from "react";
import { useEditor } from "~/components/bundles/editor-context";
import { ProductPicture } from "~/components/bundles/product-picture";
import type { EditorProduct } from "~/features/bundles/bundle-editor";
import { formatMoney } from "~/lib/format";

const SEARCH_DELAY_MS = 150;

type Props = { label: string; added: ReadonlySet<number>; onAdd: (product: EditorProduct) => void };

/** Products by part of their name, with picture and price; each is added by its button. Open while it has the focus. */
export function ProductSearch({ label, added, onAdd }: Props) {
  const { page, remember } = useEditor();
  const fetcher = useFetcher<EditorProduct[]>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const id = useId();
  const search = (next: string, delay = SEARCH_DELAY_MS) => {
    setText(next);
    setOpen(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => fetcher.load(`/admin/bundles/products?q=${encodeURIComponent(next)}`),
      delay,
    );
  };
  if (!page.mayEdit) return null;
  const found = fetcher.data;
  return (
    // Escape anywhere in it closes it.
    <fieldset
      className="be-search"
      onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <legend className="pn-hidden">{label}</legend>
      <TextInput
        label={label}
        type="search"
        placeholder="Product name"
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        aria-controls={`${id}-found`}
        onFocus={() => search(text, 0)}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={(event) => {
          // The form around it would be saved.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <div id={`${id}-found`} className="be-found" hidden={!isOpen || !found}>
        <p className="pn-hidden" role="status">
          {isOpen && found ? `${found.length} ${found.length === 1 ? "product" : "products"} found` : ""}
        </p>
        {found?.length === 0 && <p className="be-none pn-dimmed">No matching products</p>}
        <ul>
          {found?.map((product) => (
            <li key={product.id} className="be-found-row">
              <ProductPicture image={product.image} size={36} />
              <span className="be-found-text">
                <strong>{product.title}</strong>
                <span className="pn-dimmed">{toPriceText(product, page.currencyCode)}</span>
              </span>
              <Button
                size="xs"
                variant="default"
                disabled={added.has(product.id)}
                onClick={() => {
                  remember(product);
                  onAdd(product);
                }}
              >
                {added.has(product.id) ? "Added" : "Add"}
                <span className="pn-hidden">&nbsp;{product.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </fieldset>
  );
}

function toPriceText({ variants }: EditorProduct, currencyCode: string): string {
  const [first] = variants;
  if (!first) return "";
  const price = formatMoney(first.price, currencyCode);
  return variants.length > 1 ? `${price} · ${variants.length} kinds` : price;
}
