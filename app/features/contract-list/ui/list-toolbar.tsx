import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import IconAdjustmentsHorizontal from "@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs";
import IconSearch from "@tabler/icons-react/dist/esm/icons/IconSearch.mjs";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ListFilters } from "~/features/contract-list/ui/list-filters";
import {
  type ListState,
  parseListState,
  toListHref,
  toListSearch,
} from "~/features/contracts/list/contract-list-url";
import { SORT_CHOICES } from "~/features/contracts/list-page/contract-columns";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { useDetailsMenu } from "~/ui/hooks/use-details-menu";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { FOLLOWS_TYPING, useFollowsTyping } from "~/ui/hooks/use-location-change";
import { useSlashKey } from "~/ui/hooks/use-slash-key";

const SEARCH_DELAY_MS = 300;

/** Parameters of the form that have no field of their own and must come along. */
const CARRIED = ["status", "customerId", "customerName", "orderName", "subscriptionContractId"] as const;

/** Search, filters and sort: one GET form, so that it works without scripts; with them it searches while one types. */
export function ListToolbar({ page, state }: { page: ContractListPage; state: ListState }) {
  const { ref, resetKey, submit, submitSoon } = useListForm(toListSearch(state));
  const filtersRef = useDetailsMenu();
  const searchRef = useSlashKey();
  const isHydrated = useHydrated();
  const { filters } = state;
  return (
    <form
      ref={ref}
      method="get"
      action="/admin/contracts"
      className="pn-toolbar"
      aria-label="Search and filter contracts"
      // What a browser put back into the fields when it came back would pass for something typed just now.
      autoComplete="off"
      onSubmit={submit}
    >
      {CARRIED.map(
        (name) => filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      {state.size && <input type="hidden" name="size" value={state.size} />}
      <div className="pn-search">
        <button type="submit" aria-label="Search">
          <IconSearch size={16} aria-hidden />
        </button>
        <input
          ref={searchRef}
          type="search"
          name="search"
          className="pn-input"
          aria-label="Search contracts"
          aria-keyshortcuts="/"
          placeholder="Customer, order, product, ID"
          defaultValue={filters.search ?? ""}
          onInput={submitSoon}
        />
        {isHydrated && <kbd aria-hidden>/</kbd>}
      </div>
      <details ref={filtersRef} className="pn-menu" open={page.productChoices !== null || undefined}>
        <summary className="pn-button">
          <IconAdjustmentsHorizontal size={16} aria-hidden />
          Filters
          {page.chips.length > 0 && <span className="pn-count">{page.chips.length}</span>}
        </summary>
        <ListFilters key={resetKey} page={page} state={state} />
      </details>
      <select
        key={page.sort}
        name="sort"
        className="pn-input cl-sort-menu"
        aria-label="Sort"
        defaultValue={page.sort}
        onChange={submit}
      >
        {SORT_CHOICES.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </form>
  );
}

/**
 * Sends the form as the list's own clean URL. What one types goes out after a pause and replaces its history entry, so
 * that "back" leaves the search at once; the fields follow when the list changes by other means (a chip, a tab, back), and
 * what holds more than native fields starts anew with `resetKey`. What was typed or chosen before the scripts were there
 * goes out when they are.
 */
function useListForm(search: string) {
  const ref = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const navigate = useNavigate();
  const { key } = useLocation();
  const followsTyping = useFollowsTyping();
  const [resetKey, setResetKey] = useState(key);
  if (!followsTyping && resetKey !== key) setResetKey(key);
  const isNew = useRef(true);
  // As it is when a pause in typing is over, not as it was when the last key was pressed.
  const isLoading = useNavigation().state !== "idle";
  const list = useRef({ search, isLoading });
  useEffect(() => {
    list.current = { search, isLoading };
  }, [search, isLoading]);

  function open(options: { replace?: boolean; state?: typeof FOLLOWS_TYPING } = {}) {
    clearTimeout(timer.current);
    if (!ref.current) return;
    const texts = [...new FormData(ref.current)].map(([name, value]) => [name, String(value)]);
    const wanted = parseListState(new URLSearchParams(texts));
    // What is still coming may be of a text that has been taken back.
    if (toListSearch(wanted) !== list.current.search || list.current.isLoading)
      navigate(toListHref(wanted), { ...options, preventScrollReset: true });
  }

  useEffect(() => {
    const form = ref.current;
    const isTyping =
      document.activeElement instanceof HTMLInputElement && document.activeElement.type === "search";
    if (!key || !form) return;
    if (!followsTyping) clearTimeout(timer.current);
    if (isNew.current && isTouched(form)) form.requestSubmit();
    else if (!isNew.current && !followsTyping && !(isTyping && form.contains(document.activeElement)))
      form.reset();
    isNew.current = false;
  }, [key, followsTyping]);
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
      timer.current = setTimeout(
        () => open({ replace: list.current.search !== "", state: FOLLOWS_TYPING }),
        SEARCH_DELAY_MS,
      );
    },
  };
}

/** Whether a field that needs no button to be sent is not as the page came. */
const isTouched = (form: HTMLFormElement): boolean =>
  [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement && field.name === "sort")
      return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    return field instanceof HTMLInputElement && field.name === "search" && field.value !== field.defaultValue;
  });
