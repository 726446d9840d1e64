import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { FILTER_NAMES, FILTERS, type FilterName } from "~/features/contracts/list/contract-filters";
import { type ListState, toListHref, withoutFilters } from "~/features/contracts/list/contract-list-url";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";
import { ProductFilter } from "./product-picker";

/** All filters of the list, as native fields. */
export function ListFilters({ page, state }: { page: ContractListPage; state: ListState }) {
  const { filters } = state;
  const toChosen = (name: FilterName) => filters[name]?.toUpperCase() ?? "";
  return (
    <div className="pn-panel cl-filters">
      <div className="cl-fields">
        <ProductFilter page={page} state={state} />
        <Select name="recordType" value={toChosen("recordType")}>
          <option value="">The contract's products</option>
          <option value="SELLING_PLAN_GROUP">The selling plan group</option>
        </Select>
        <Select name="sellingPlanIds" value={filters.sellingPlanIds ?? ""}>
          <option value="">Any plan</option>
          {page.planGroups.map((group) => (
            <PlanOptions key={group.name} group={group} />
          ))}
        </Select>
        <Select name="planType" value={toChosen("planType")}>
          <Choices name="planType" none="Any type" />
        </Select>
        <fieldset className="cl-pair">
          <legend>Billed every</legend>
          <input
            type="number"
            name="billingPolicyIntervalCount"
            className="pn-input"
            aria-label={FILTERS.billingPolicyIntervalCount.field}
            placeholder="Any number"
            min={1}
            defaultValue={filters.billingPolicyIntervalCount ?? ""}
          />
          <select
            name="billingPolicyInterval"
            className="pn-input"
            aria-label={FILTERS.billingPolicyInterval.field}
            defaultValue={filters.billingPolicyInterval ?? ""}
          >
            <Choices name="billingPolicyInterval" none="Any unit" />
          </select>
        </fieldset>
        <Select name="lastPaymentStatus" value={toChosen("lastPaymentStatus")}>
          <Choices name="lastPaymentStatus" none="Any" />
        </Select>
        <Days from="fromCreatedDate" to="toCreatedDate" days={page.days} />
        <Days from="fromNextDate" to="toNextDate" days={page.days} />
        <Days from="fromEndedDate" to="toEndedDate" days={page.days} />
        <Days from="fromReactivatedDate" to="toReactivatedDate" days={page.days} />
        <Days from="fromKeptDate" to="toKeptDate" days={page.days} />
        {FILTER_NAMES.filter((name) => FILTERS[name].isFlag).map((name) => (
          <label key={name} className="cl-flag">
            <input type="checkbox" name={name} value="true" defaultChecked={filters[name] !== undefined} />
            {FILTERS[name].field}
          </label>
        ))}
      </div>
      <div className="pn-panel-actions">
        <Link to={toListHref(withoutFilters(state))} className="pn-button">
          Clear all
        </Link>
        <button type="submit" className="pn-button" data-primary>
          Apply
        </button>
      </div>
    </div>
  );
}

type SelectProps = { name: FilterName; value: string; children: ReactNode };

function Select({ name, value, children }: SelectProps) {
  const id = useId();
  return (
    <div className="cl-field">
      <label htmlFor={id}>{FILTERS[name].field}</label>
      <select id={id} name={name} className="pn-input" defaultValue={value}>
        {children}
      </select>
    </div>
  );
}

/** The values that the filter names. @param none the text of no choice */
const Choices = ({ name, none }: { name: FilterName; none: string }) => (
  <>
    <option value="">{none}</option>
    {Object.entries(FILTERS[name].values ?? {}).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);

function PlanOptions({ group }: { group: ContractListPage["planGroups"][number] }) {
  const options = group.options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
  return group.name === null ? options : <optgroup label={group.name}>{options}</optgroup>;
}

type DaysProps = { from: FilterName; to: FilterName; days: Partial<Record<string, string>> };

/** Days of the shop's time zone, both included. */
function Days({ from, to, days }: DaysProps) {
  return (
    <fieldset className="cl-pair">
      <legend>{FILTERS[from].field}</legend>
      <input type="date" name={from} className="pn-input" aria-label="From" defaultValue={days[from] ?? ""} />
      <input
        type="date"
        name={to}
        className="pn-input"
        aria-label={FILTERS[to].field}
        defaultValue={days[to] ?? ""}
      />
    </fieldset>
  );
}
