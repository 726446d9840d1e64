import { useLocation, useNavigate, useNavigation, useNavigationType } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { FILTER_NAMES, FILTERS } from "~/features/contracts/list/contract-filters";
import {
  type ListState,
  parseListState,
  toListHref,
  toListSearch,
} from "~/features/contracts/list/contract-list-url";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { SORT_CHOICES } from "~/features/contracts/list-page/contract-sorts";
import { useAdminShell } from "~/ui/hooks/use-admin-shell";
import { useDetailsMenu } from "~/ui/hooks/use-details-menu";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { FOLLOWS_TYPING, useFollowsTyping } from "~/ui/hooks/use-location-change";
import { IconAdjustmentsHorizontal, IconSearch } from "~/ui/icons/icons";
import { FilterSelect, isSearching } from "~/ui/list/filter-form";
import { ListFilters } from "./list-filters";

const SEARCH_DELAY_MS = 300;

const CARRIED = FILTER_NAMES.filter((name) => FILTERS[name].field === undefined);

/** Search, filters and sort: one GET form, so that it works without scripts; with them it searches during typing. */
export function ListToolbar({ page, state }: { page: ContractListPage; state: ListState }) {
  const { ref, resetKey, submit, submitSoon } = useListForm(toListSearch(state));
  const filtersRef = useDetailsMenu();
  const { hasShortcuts } = useAdminShell();
  const isHydrated = useHydrated();
  const { filters } = state;
  return (
    <form
      ref={ref}
      method="get"
      action="/admin/contracts"
      className="pn-toolbar"
      aria-label="Search and filter contracts"
      // The browser may restore fields on a navigation back, which would look like typed text.
      autoComplete="off"
      onSubmit={submit}
    >
      {CARRIED.map(
        (name) => filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      {state.size && <input type="hidden" name="size" value={state.size} />}
      <div className="pn-search">
        <button type="submit" aria-label="Search">
          <IconSearch size={16} />
        </button>
        <input
          type="search"
          name="search"
          className="pn-input"
          aria-label={FILTERS.search.field}
          aria-keyshortcuts={hasShortcuts ? "/" : undefined}
          placeholder="Customer, order, product, ID"
          defaultValue={filters.search ?? ""}
          onInput={submitSoon}
        />
        {isHydrated && hasShortcuts && <kbd aria-hidden>/</kbd>}
      </div>
      <details ref={filtersRef} className="pn-menu" open={page.productChoices !== null || undefined}>
        <summary className="pn-button">
          <IconAdjustmentsHorizontal size={16} />
          Filters
          {page.chips.length > 0 && <span className="pn-count">{page.chips.length}</span>}
        </summary>
        <ListFilters key={resetKey} page={page} state={state} />
      </details>
      <FilterSelect
        name="sort"
        className="cl-sort-menu"
        aria-label="Sort"
        value={page.sort}
        onChange={submit}
      >
        {SORT_CHOICES.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </FilterSelect>
    </form>
  );
}

/**
 * Submits the form as the list's own short URL. Typed text is sent after a pause and replaces its history entry, so
 * that "back" leaves the search at once. When the list changes by other means (a chip, a tab, back), the fields follow,
 * except while somebody types: then the list follows the text. Controls with more state than a native field are reset
 * with `resetKey`. What was typed or chosen before the scripts loaded is sent when they are ready.
 */
function useListForm(search: string) {
  const ref = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const navigate = useNavigate();
  const { key } = useLocation();
  const followsTyping = useFollowsTyping();
  const isReturn = useNavigationType() === "POP";
  const [resetKey, setResetKey] = useState(key);
  if (!followsTyping && resetKey !== key) setResetKey(key);
  const isNew = useRef(true);
  // The value when the pause ends, not when the last key was pressed.
  const { state, formMethod } = useNavigation();
  const isLoading = state !== "idle";
  const isPosting = formMethod === "POST";
  const list = useRef({ search, isLoading, isPosting });
  useEffect(() => {
    list.current = { search, isLoading, isPosting };
  }, [search, isLoading, isPosting]);

  const open = useCallback(
    (options: { replace?: boolean; state?: typeof FOLLOWS_TYPING } = {}) => {
      clearTimeout(timer.current);
      if (!ref.current) return;
      const texts = [...new FormData(ref.current)].map(([name, value]) => [name, String(value)]);
      const wanted = parseListState(new URLSearchParams(texts));
      // A pending answer may belong to text that has since been removed.
      if (toListSearch(wanted) !== list.current.search || list.current.isLoading)
        navigate(toListHref(wanted), { ...options, preventScrollReset: true });
    },
    [navigate],
  );

  useEffect(() => {
    const form = ref.current;
    if (!key || !form) return;
    if (isNew.current) {
      if (isTouched(form)) open({ state: FOLLOWS_TYPING });
    } else if (!followsTyping && (isReturn || !isSearching(form))) {
      clearTimeout(timer.current);
      form.reset();
    }
    isNew.current = false;
  }, [key, followsTyping, isReturn, open]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    ref,
    resetKey,
    submit(event: FormEvent) {
      event.preventDefault();
      open();
    },
    submitSoon() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // The search would interrupt a form that was submitted meanwhile.
        if (list.current.isPosting) return;
        open({ replace: list.current.search !== "", state: FOLLOWS_TYPING });
      }, SEARCH_DELAY_MS);
    },
  };
}

/** Whether a field that is sent without a button differs from the page as it was loaded. */
const isTouched = (form: HTMLFormElement): boolean =>
  [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement && field.name === "sort")
      return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    return field instanceof HTMLInputElement && field.name === "search" && field.value !== field.defaultValue;
  });
