import { Button } from "@mantine/core";
import { DayField, FilterForm, FilterSelect } from "~/ui/list/filter-form";

type Props = {
  /** Path of the page. */
  path: string;
  from: string;
  to: string;
  currencyCode: string;
  /** To choose from; with only one there is no choice. */
  currencies: readonly string[];
  /** Whether it differs from the shop's, so that the address must keep it. */
  isForeignCurrency: boolean;
  problems: Partial<Record<"from" | "to" | "currency", string>>;
};

/** Days and currency: a form that produces the address, also without scripts. */
export function RangeForm(props: Props) {
  const { path, from, to, currencyCode, currencies, isForeignCurrency, problems } = props;
  const choices = [...new Set([...currencies, currencyCode])].sort();
  const listed = Object.entries(problems);
  return (
    <FilterForm action={path} className="in-range" aria-label="Days">
      <DayField name="from" label="From" value={from} problemId={problems.from && PROBLEMS_ID} />
      <DayField name="to" label="To" value={to} problemId={problems.to && PROBLEMS_ID} />
      {choices.length > 1 ? (
        <FilterSelect name="currency" aria-label="Currency" value={currencyCode}>
          {choices.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </FilterSelect>
      ) : (
        isForeignCurrency && <input type="hidden" name="currency" value={currencyCode} />
      )}
      <Button type="submit" variant="default">
        Show
      </Button>
      {listed.length > 0 && (
        <p className="pn-error in-range-problems" id={PROBLEMS_ID} role="alert">
          {listed.map(([name, text]) => `${PLACES[name] ?? name}: ${text}`).join(" ")}
        </p>
      )}
    </FilterForm>
  );
}

const PROBLEMS_ID = "range-problems";
const PLACES: Record<string, string> = { from: "From", to: "To", currency: "Currency" };
