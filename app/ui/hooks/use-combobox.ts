import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";

const SEARCH_DELAY_MS = 150;

type Combobox<Option> = {
  /** Called a moment after the text last changed. */
  search: (text: string) => void;
  /** Results; undefined before the first answer. */
  options: readonly Option[] | undefined;
  onChoose: (option: Option) => void;
  onInput?: (text: string) => void;
  /** On focus, opens with all results. */
  opensOnFocus?: boolean;
  /** Stays open after a choice, for the next one. */
  staysOpen?: boolean;
};

/**
 * A field with a list of results, operated from the field (ARIA 1.2 "combobox with list autocomplete"): arrow keys move
 * through the options, Enter takes the active one, Escape closes.
 */
export function useCombobox<Option>({ options: found, ...props }: Combobox<Option>, listId: string) {
  const inputRef: RefObject<HTMLInputElement> = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(0);
  const options = found ?? [];
  const isOpen = isWanted && found !== undefined;

  const search = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      props.search(inputRef.current?.value ?? "");
      setActive(0);
      setWanted(true);
    }, delay);
  };
  const close = () => {
    clearTimeout(timer.current);
    setWanted(false);
  };
  const choose = (option: Option) => {
    props.onChoose(option);
    if (!props.staysOpen) close();
  };
  const moveTo = (index: number) => {
    const next = (index + options.length) % Math.max(1, options.length);
    setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: active + 1, ArrowUp: active - 1 };
    const to = steps[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (isOpen) moveTo(to);
      else search(0);
    } else if (event.key === "Enter") {
      // With or without an option, Enter must not submit the form around the field.
      if (isOpen || props.staysOpen) event.preventDefault();
      const option = isOpen ? options[active] : undefined;
      if (option !== undefined) choose(option);
    } else if (event.key === "Escape" && isOpen) {
      // Closes only the list, not the panel around it.
      event.preventDefault();
      close();
    }
  };
  return {
    isOpen,
    options,
    inputRef,
    /** For the option at an index; the pointer only activates it, the focus stays in the field. */
    optionProps: (option: Option, index: number) => ({
      id: `${listId}-${index}`,
      role: "option",
      tabIndex: -1,
      "aria-selected": index === active,
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      // Not earlier: a finger that scrolls the list touches it as well.
      onPointerUp: () => choose(option),
    }),
    inputProps: {
      ref: inputRef,
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-controls": listId,
      "aria-autocomplete": "list" as const,
      "aria-activedescendant": isOpen && options.length > 0 ? `${listId}-${active}` : undefined,
      onInput: () => {
        props.onInput?.(inputRef.current?.value ?? "");
        search(SEARCH_DELAY_MS);
      },
      onFocus: () => {
        inputRef.current?.select();
        if (props.opensOnFocus) search(0);
      },
      onClick: () => {
        if (props.opensOnFocus && !isOpen) search(0);
      },
      onBlur: close,
      onKeyDown,
    },
  };
}
