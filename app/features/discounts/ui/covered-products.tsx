import { CloseButton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { CatalogueOption } from "~/features/catalogue/catalogue-option";
import { formatMoney } from "~/lib/format";
import { ChoiceField } from "~/ui/form/choice-fields";
import { TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";
import { ProductPicker } from "~/ui/form/product-picker";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { fieldId } from "~/ui/parts/form-problem";

export type Product = { id: number; title: string; isDeleted: boolean };

type Props = {
  /** The products of the field `productIds` whose titles are known. */
  known: Product[];
  allLabel?: string;
  /** Name of the list of chosen products, for screen readers. */
  listLabel?: string;
};

/** The fields `coverage` and `productIds`: all products, or some chosen by name. */
export function CoveredProducts({ known, allLabel = "All products", listLabel }: Props) {
  const [coverage, setCoverage] = useState(useFormState().read("coverage"));
  return (
    <>
      <ChoiceField
        name="coverage"
        options={[
          ["ALL", allLabel],
          ["PRODUCTS", "Only these products"],
        ]}
        onChoose={setCoverage}
      />
      <ProductsField
        name="productIds"
        known={known}
        listLabel={listLabel}
        isHidden={coverage !== "PRODUCTS"}
        description="Separated by commas. Used only if the code is not for all products."
      />
    </>
  );
}

type ProductsProps = {
  name: string;
  /** Those whose titles are known. */
  known: Product[];
  listLabel?: string;
  /** Without scripts it is always there. */
  isHidden?: boolean;
  /** Of the field without scripts. */
  description: string;
};

/** Ids of products in one field: chosen by their titles or, without scripts, typed. */
export function ProductsField({ isHidden = false, description, ...props }: ProductsProps) {
  const isHydrated = useHydrated();
  if (!isHydrated) return <TextField name={props.name} label="Product ids" description={description} />;
  return (
    <div hidden={isHidden}>
      <ChosenProducts {...props} />
    </div>
  );
}

/** Products added by a search of their titles and removed one by one; their ids are sent in one field. */
function ChosenProducts({
  name,
  known,
  listLabel = "Products the code covers",
}: Omit<ProductsProps, "isHidden" | "description">) {
  const { read, error, disabled } = useFormState();
  const { currencyCode } = useAdminShell().shop;
  const [chosen, setChosen] = useState<Product[]>(() => toProducts(String(read(name) ?? ""), known));
  const sent = useRef<HTMLInputElement>(null);
  const ids = chosen.map(({ id }) => id).join(",");
  // A script that writes into a field triggers no event, but the form must know that there is something to save.
  useEffect(() => {
    if (sent.current?.value === ids) sent.current.dispatchEvent(new Event("change", { bubbles: true }));
  }, [ids]);
  return (
    <>
      <input ref={sent} type="hidden" name={name} value={ids} />
      {chosen.length > 0 && (
        <ul className="pn-plain pn-list pn-chosen" aria-label={listLabel}>
          {chosen.map((product) => (
            <li key={product.id}>
              <span className="pn-text">
                <bdi>{product.title}</bdi>
                {product.isDeleted && <span className="pn-dimmed">No longer in the store</span>}
              </span>
              {!disabled && (
                <CloseButton
                  aria-label={`Remove ${product.title}`}
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== product.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <ProductPicker<CatalogueOption>
          address="/admin/contracts/products"
          id={fieldId(name)}
          label="Add a product"
          error={error(name)}
          isForMany
          isOffered={({ parameter, isDeleted }) => parameter === "productId" && !isDeleted}
          toRow={({ id, label, image, price }) => ({
            key: String(id),
            title: label,
            note: price && formatMoney(price, currencyCode),
            image,
            isAdded: chosen.some((product) => product.id === id),
          })}
          onChoose={({ id, label }) => setChosen([...chosen, { id, title: label, isDeleted: false }])}
        />
      )}
    </>
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
