import { Link, useFetcher } from "@remix-run/react";
import { useId, useState } from "react";
import { useCombobox } from "~/components/use-combobox";
import { useHydrated } from "~/components/use-hydrated";
import type { CatalogueOption } from "~/features/catalogue/catalogue-option";
import type { ContractListPage } from "~/features/contracts/contract-list-page";
import { type ListState, toListHref, withFilters } from "~/features/contracts/contract-list-url";

type Chosen = { parameter: CatalogueOption["parameter"]; id: string } | null;

function findChosen({ filters }: ListState): Chosen {
  if (filters.variantId) return { parameter: "variantId", id: filters.variantId };
  return filters.productId ? { parameter: "productId", id: filters.productId } : null;
}

/**
 * A product or variant by part of its name. Without scripts the text is sent along and the choices come as links;
 * with them it is a combobox (ARIA 1.2, list autocomplete).
 */
export function ProductPicker({ page, state }: { page: ContractListPage; state: ListState }) {
  const isHydrated = useHydrated();
  const id = useId();
  const [chosen, setChosen] = useState(findChosen(state));
  const fetcher = useFetcher<CatalogueOption[]>();
  const combobox = useCombobox<CatalogueOption>(
    {
      search: (text) => fetcher.load(`/admin/contracts/products?q=${encodeURIComponent(text)}`),
      options: fetcher.data,
      onInput: () => setChosen(null),
      onChoose: (option) => {
        setChosen({ ...option, id: String(option.id) });
        const isVariant = option.parameter === "variantId";
        if (combobox.inputRef.current)
          combobox.inputRef.current.value = isVariant ? `${option.product}, ${option.label}` : option.label;
      },
    },
    `${id}-list`,
  );
  const isProblem = page.problems.productId ?? page.problems.variantId;
  const name = isProblem ? "" : (page.productName ?? chosen?.id ?? "");
  return (
    <div className="cl-field cl-picker">
      <label htmlFor={`${id}-input`}>Product</label>
      {chosen && <input type="hidden" name={chosen.parameter} value={chosen.id} />}
      <input
        id={`${id}-input`}
        className="pn-input"
        placeholder="Any product"
        autoComplete="off"
        {...(isHydrated
          ? { defaultValue: name, ...combobox.inputProps }
          : {
              type: "search",
              name: "productSearch",
              defaultValue: "",
              placeholder: name || "Product name",
            })}
      />
      {combobox.isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label="Products" className="cl-options">
          {combobox.options.map((option, index) => (
            <div
              key={`${option.parameter} ${option.id}`}
              {...combobox.optionProps(option, index)}
              className="cl-option"
              data-variant={option.parameter === "variantId" || undefined}
            >
              {option.label}
              {option.isDeleted && option.parameter === "productId" && (
                <span className="pn-dimmed"> (deleted)</span>
              )}
            </div>
          ))}
          {combobox.options.length === 0 && (
            <div
              className="cl-option pn-dimmed"
              role="option"
              aria-selected={false}
              aria-disabled
              tabIndex={-1}
            >
              No matching products
            </div>
          )}
        </div>
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
            <Link to={toListHref(withFilters(state, filter))}>
              {option.parameter === "variantId" ? `${option.product}, ${option.label}` : option.label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
