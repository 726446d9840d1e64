import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { formatCount } from "~/lib/format";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { useShopMark } from "~/ui/hooks/use-shop-mark";

/** The form that the checkboxes of the rows belong to. */
export const SELECTION_FORM = "selection";

const findBoxes = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`input[name="id"][form="${SELECTION_FORM}"]`),
];

type Selection = {
  count: number;
  /** Everything that matches the filters, beyond this page. */
  isEverything: boolean;
  setEverything(wanted: boolean): void;
  setAll(checked: boolean): void;
  /** For the element around the table, which receives the checkboxes' events. */
  onChange(event: FormEvent): void;
};

/**
 * The selection. The checkboxes themselves hold it, so that ticking one renders no row again. @param rows when they
 * change, the selection is cleared
 */
export function useSelection(rows: readonly unknown[]): Selection {
  const [count, setCount] = useState(0);
  const [isEverything, setEverything] = useState(false);
  const recount = useCallback(() => {
    setCount(findBoxes().filter((box) => box.checked).length);
    setEverything(false);
  }, []);
  useEffect(() => {
    // Also right after a load: the browser restores ticked checkboxes.
    if (rows) recount();
  }, [rows, recount]);
  return {
    count,
    isEverything,
    setEverything,
    setAll(checked) {
      for (const box of findBoxes()) box.checked = checked;
      recount();
    },
    onChange: (event) => {
      if (event.target instanceof HTMLInputElement && event.target.name === "id") recount();
    },
  };
}

/** Ticks the whole page; it needs scripts. */
export function SelectPage({ selection, size }: { selection: Selection; size: number }) {
  const ref = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const isSome = selection.count > 0 && selection.count < size;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isSome;
  }, [isSome]);
  if (!isHydrated) return null;
  return (
    <input
      ref={ref}
      type="checkbox"
      aria-label="Select all on this page"
      checked={selection.count > 0 && selection.count === size}
      onChange={(event) => selection.setAll(event.currentTarget.checked)}
    />
  );
}

type BarProps = {
  selection: Selection;
  /** Number of rows on this page, and of all that match as text. */
  size: number;
  total: string;
  hasMore: boolean;
  /** What is selected, such as "contracts". */
  noun: string;
  exportAction: string;
  /** Buttons before the export, each with a `formAction` of its own. */
  children?: ReactNode;
};

/** Actions on the selected rows. The style sheet shows it as soon as a checkbox is ticked, without scripts. */
export function SelectionBar(props: BarProps) {
  const { selection, size, total, hasMore, noun, exportAction, children } = props;
  const isHydrated = useHydrated();
  const mark = useShopMark();
  const { count, isEverything } = selection;
  const text = isEverything ? `All ${total} selected` : `${formatCount(count)} selected`;
  return (
    <form
      id={SELECTION_FORM}
      method="post"
      action={mark(exportAction)}
      className="pn-selection"
      aria-label="Selection"
    >
      <p className="pn-selected" role="status">
        {isHydrated ? count > 0 && text : `With the selected ${noun}:`}
      </p>
      {isEverything && <input type="hidden" name="scope" value="all" />}
      {isHydrated && count > 0 && count === size && hasMore && !isEverything && (
        <button type="button" className="pn-link" onClick={() => selection.setEverything(true)}>
          Select all {total} that match
        </button>
      )}
      <button type="reset" className="pn-link" onClick={() => queueMicrotask(() => selection.setAll(false))}>
        Clear
      </button>
      <div className="pn-actions pn-selection-actions">
        {children}
        <button type="submit" className="pn-button">
          Export CSV
        </button>
        {isHydrated && !isEverything && <CopyIds count={count} />}
      </div>
    </form>
  );
}

function CopyIds({ count }: { count: number }) {
  const [copied, setCopied] = useState(0);
  const copy = async () => {
    const ids = findBoxes().filter((box) => box.checked);
    await navigator.clipboard.writeText(ids.map((box) => box.value).join("\n"));
    setCopied(ids.length);
  };
  const isDone = copied === count && count > 0;
  return (
    <button type="button" className="pn-button" onClick={copy}>
      {isDone ? "Copied" : "Copy IDs"}
    </button>
  );
}
