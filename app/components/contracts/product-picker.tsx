import { Link, useFetcher } from "@remix-run/react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useHydrated } from "~/components/use-hydrated";
import type { CatalogueOption } from "~/features/catalogue/catalogue-option";
import type { ContractListPage } from "~/features/contracts/contract-list-page";
import { type ListState, toListHref, withFilters } from "~/features/contracts/contract-list-url";

const SEARCH_DELAY_MS = 150;

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
  const combobox = useCombobox((option) => setChosen(option && { ...option, id: String(option.id) }));
  const isProblem = page.problems.productId ?? page.problems.variantId;
  const name = isProblem ? "" : (page.productName ?? chosen?.id ?? "");
  return (
    <div className="cl-field cl-picker">
      <label htmlFor={`${id}-input`}>Product</label>
      {chosen && <input type="hidden" name={chosen.parameter} value={chosen.id} />}
      <input
        id={`${id}-input`}
        className="cl-input"
        placeholder="Any product"
        autoComplete="off"
        {...(isHydrated
          ? { defaultValue: name, ...combobox.inputProps(`${id}-list`) }
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
            // The list is worked from the input (aria-activedescendant); the pointer only points.
            <div
              key={`${option.parameter} ${option.id}`}
              id={`${id}-list-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === combobox.active}
              className="cl-option"
              data-variant={option.parameter === "variantId" || undefined}
              onPointerDown={(event) => {
                // The input keeps the focus.
                event.preventDefault();
                combobox.choose(option);
              }}
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

function useCombobox(onChoose: (option: CatalogueOption | null) => void) {
  const fetcher = useFetcher<CatalogueOption[]>();
  const inputRef = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(0);
  const options = fetcher.data ?? [];
  const isOpen = isWanted && fetcher.data !== undefined;

  const search = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      fetcher.load(`/admin/contracts/products?q=${encodeURIComponent(text)}`);
      setActive(0);
      setWanted(true);
    }, SEARCH_DELAY_MS);
  };
  const close = () => {
    clearTimeout(timer.current);
    setWanted(false);
  };
  const choose = (option: CatalogueOption) => {
    onChoose(option);
    close();
    const isVariant = option.parameter === "variantId";
    if (inputRef.current)
      inputRef.current.value = isVariant ? `${option.product}, ${option.label}` : option.label;
  };
  const move = (step: number) => {
    if (!isOpen) return search(inputRef.current?.value ?? "");
    setActive((active + step + options.length) % Math.max(1, options.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      const option = options[active];
      if (option) choose(option);
    } else if (event.key === "Escape" && isOpen) {
      // Closes the list, not the panel around it.
      event.preventDefault();
      close();
    }
  };
  return {
    isOpen,
    options,
    active,
    choose,
    inputProps: (listId: string) => ({
      ref: inputRef,
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-controls": listId,
      "aria-autocomplete": "list" as const,
      "aria-activedescendant": isOpen && options.length > 0 ? `${listId}-${active}` : undefined,
      onInput: () => {
        onChoose(null);
        search(inputRef.current?.value ?? "");
      },
      onFocus: () => inputRef.current?.select(),
      onBlur: close,
      onKeyDown,
    }),
  };
}

function ChoiceLinks({ choices, state }: { choices: CatalogueOption[]; state: ListState }) {
  if (choices.length === 0) return <p className="cl-note">No matching products.</p>;
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
