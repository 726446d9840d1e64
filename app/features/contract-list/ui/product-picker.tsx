import { Link } from "@remix-run/react";
import { useId, useState } from "react";
import type { CatalogueOption } from "~/features/catalogue/catalogue-option";
import { FILTERS } from "~/features/contracts/list/contract-filters";
import { type ListState, toListHref, withFilters } from "~/features/contracts/list/contract-list-url";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { formatMoney } from "~/lib/format";
import { ProductPicker } from "~/ui/form/product-picker";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useHydrated } from "~/ui/hooks/use-hydrated";

type Chosen = { parameter: CatalogueOption["parameter"]; id: string } | null;

function findChosen({ filters }: ListState): Chosen {
  if (filters.variantId) return { parameter: "variantId", id: filters.variantId };
  return filters.productId ? { parameter: "productId", id: filters.productId } : null;
}

const toName = ({ parameter, product, label }: CatalogueOption): string =>
  parameter === "variantId" ? `${product}, ${label}` : label;

/**
 * A product or variant by part of its name: with scripts the product picker; without them the text is submitted and the
 * choices are links.
 */
export function ProductFilter({ page, state }: { page: ContractListPage; state: ListState }) {
  const isHydrated = useHydrated();
  const id = useId();
  const { currencyCode } = useAdminShell().shop;
  const [chosen, setChosen] = useState(findChosen(state));
  const isProblem = page.problems.productId ?? page.problems.variantId;
  const name = isProblem ? "" : (page.productName ?? chosen?.id ?? "");
  const field = { id, className: "pn-input", placeholder: "Any product", autoComplete: "off" };
  return (
    <div className="cl-field">
      <label htmlFor={id}>{FILTERS.productId.field}</label>
      {chosen && <input type="hidden" name={chosen.parameter} value={chosen.id} />}
      {isHydrated ? (
        <ProductPicker<CatalogueOption>
          address="/admin/contracts/products"
          onInput={() => setChosen(null)}
          onChoose={(option, input) => {
            setChosen({ ...option, id: String(option.id) });
            if (input) input.value = toName(option);
          }}
          toRow={({ parameter, id: ownId, label, image, price, isDeleted }) => ({
            key: `${parameter} ${ownId}`,
            title: label,
            note: isDeleted ? "(deleted)" : price && formatMoney(price, currencyCode),
            image,
            isKind: parameter === "variantId",
          })}
        >
          {(inputProps) => <input {...field} defaultValue={name} {...inputProps} />}
        </ProductPicker>
      ) : (
        <input
          {...field}
          type="search"
          name="productSearch"
          defaultValue=""
          placeholder={name || "Product name"}
        />
      )}
      {!isHydrated && page.productChoices && <ChoiceLinks choices={page.productChoices} state={state} />}
    </div>
  );
}

function ChoiceLinks({ choices, state }: { choices: CatalogueOption[]; state: ListState }) {
  if (choices.length === 0) return <p className="pn-note">No matching products.</p>;
  return (
    <ul className="cl-choices" aria-label="Products of that name">
      {choices.map((option) => {
        const filter = { productId: null, variantId: null, [option.parameter]: String(option.id) };
        return (
          <li key={`${option.parameter} ${option.id}`}>
            <Link to={toListHref(withFilters(state, filter))}>{toName(option)}</Link>
          </li>
        );
      })}
    </ul>
  );
}
