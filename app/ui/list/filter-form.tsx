import { Button } from "@mantine/core";
import { type FormProps, useLocation, useNavigationType } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Form } from "~/ui/form/form";

/**
 * A form of search and filters that produces the page's address, also without scripts. The fields follow the address (a
 * chip, a tab, back); the text that somebody is typing stays, and so does the focus. Selects are {@link FilterSelect},
 * since React leaves the choice of a plain one as it was.
 */
export function FilterForm(props: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const { search } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const shown = useRef(search);
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    if (ref.current && (isReturn || !isSearching(ref.current))) ref.current.reset();
  }, [search, isReturn]);
  return <Form method="get" ref={ref} {...props} />;
}

/** Whether the focus is in the form's search field. */
export const isSearching = (form: HTMLFormElement): boolean =>
  form.contains(document.activeElement) && document.activeElement?.matches("input[type=search]") === true;

/** A select of a {@link FilterForm}: it takes the address's choice, and keeps the focus. */
export function FilterSelect({ value, className, ...props }: ComponentProps<"select"> & { value: string }) {
  const ref = useRef<HTMLSelectElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    // Not on the first render: something else may have been chosen before the scripts ran.
    if (shown.current === value) return;
    shown.current = value;
    for (const option of ref.current?.options ?? [])
      option.defaultSelected = option.selected = option.value === value;
  }, [value]);
  return (
    <select ref={ref} className={`pn-input ${className ?? ""}`.trim()} defaultValue={value} {...props} />
  );
}

type SearchProps = { label: string; placeholder: string; value: string; children?: ReactNode };

/** Search beside a list; `children` are further fields to send. */
export function ListSearch({ label, placeholder, value, children }: SearchProps) {
  return (
    <FilterForm role="search" className="pn-searchbar">
      <input
        type="search"
        name="q"
        className="pn-input"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        autoComplete="off"
      />
      {children}
      <Button type="submit" variant="default">
        Search
      </Button>
    </FilterForm>
  );
}

type DayProps = {
  name: string;
  label: string;
  /** yyyy-mm-dd. */
  value: string | null | undefined;
  /** The id of the text that says what is wrong with it. */
  problemId?: string;
};

/** A day of a {@link FilterForm}, its label before it. */
export const DayField = ({ name, label, value, problemId }: DayProps) => (
  <label className="pn-day">
    <span>{label}</span>
    <input
      type="date"
      name={name}
      className="pn-input"
      defaultValue={value ?? ""}
      aria-invalid={problemId ? true : undefined}
      aria-describedby={problemId}
    />
  </label>
);
