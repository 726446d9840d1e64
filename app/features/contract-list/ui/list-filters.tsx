import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { ProductFilter } from "~/features/contract-list/ui/product-picker";
import { PLAN_TYPE_LABELS } from "~/features/contracts/contract-labels";
import {
  type FilterName,
  type ListState,
  toListHref,
  withoutFilters,
} from "~/features/contracts/list/contract-list-url";
import type { ContractListPage } from "~/features/contracts/list-page/contract-list-page";

const UNIT_LABELS = { DAY: "Days", WEEK: "Weeks", MONTH: "Months", YEAR: "Years" };

/** All filters of the list, as native fields. */
export function ListFilters({ page, state }: { page: ContractListPage; state: ListState }) {
  const { filters } = state;
  const choice = (name: FilterName) => filters[name]?.toUpperCase() ?? "";
  return (
    <div className="pn-panel cl-filters">
      <div className="cl-fields">
        <ProductFilter page={page} state={state} />
        <Select name="recordType" label="Find the product in" value={choice("recordType")}>
          <option value="">The contract's products</option>
          <option value="SELLING_PLAN_GROUP">The selling plan group</option>
        </Select>
        <Select name="sellingPlanIds" label="Selling plan" value={filters.sellingPlanIds ?? ""}>
          <option value="">Any plan</option>
          {page.planGroups.map((group) => (
            <PlanOptions key={group.name} group={group} />
          ))}
        </Select>
        <Select name="planType" label="Plan type" value={choice("planType")}>
          <option value="">Any type</option>
          {Object.entries(PLAN_TYPE_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <fieldset className="cl-pair">
          <legend>Billed every</legend>
          <input
            type="number"
            name="billingPolicyIntervalCount"
            className="pn-input"
            aria-label="Number"
            placeholder="Any number"
            min={1}
            defaultValue={filters.billingPolicyIntervalCount ?? ""}
          />
          <select
            name="billingPolicyInterval"
            className="pn-input"
            aria-label="Unit"
            defaultValue={filters.billingPolicyInterval ?? ""}
          >
            <option value="">Any unit</option>
            {Object.entries(UNIT_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </fieldset>
        <Select name="lastPaymentStatus" label="Last payment" value={choice("lastPaymentStatus")}>
          <option value="">Any</option>
          <option value="FAILED">Failed</option>
          <option value="SUCCEEDED">Paid</option>
        </Select>
        <Days legend="Created between" from="fromCreatedDate" to="toCreatedDate" days={page.days} />
        <Days legend="Next order between" from="fromNextDate" to="toNextDate" days={page.days} />
        <Days legend="Ended between" from="fromEndedDate" to="toEndedDate" days={page.days} />
        <Days
          legend="Reactivated between"
          from="fromReactivatedDate"
          to="toReactivatedDate"
          days={page.days}
        />
        <Days legend="Kept by an offer between" from="fromKeptDate" to="toKeptDate" days={page.days} />
        <Flag
          name="havingProductsDeletedFromStore"
          isOn={filters.havingProductsDeletedFromStore !== undefined}
        >
          Has products deleted from the store
        </Flag>
        <Flag name="emailBouncedOrFailed" isOn={filters.emailBouncedOrFailed !== undefined}>
          E-mail bounced or failed
        </Flag>
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

type SelectProps = { name: FilterName; label: string; value: string; children: ReactNode };

function Select({ name, label, value, children }: SelectProps) {
  const id = useId();
  return (
    <div className="cl-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="pn-input" defaultValue={value}>
        {children}
      </select>
    </div>
  );
}

function PlanOptions({ group }: { group: ContractListPage["planGroups"][number] }) {
  const options = group.options.map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
  return group.name === null ? options : <optgroup label={group.name}>{options}</optgroup>;
}

type DaysProps = { legend: string; from: FilterName; to: FilterName; days: Partial<Record<string, string>> };

/** Days of the shop's time zone, both included. */
function Days({ legend, from, to, days }: DaysProps) {
  return (
    <fieldset className="cl-pair">
      <legend>{legend}</legend>
      <input type="date" name={from} className="pn-input" aria-label="From" defaultValue={days[from] ?? ""} />
      <input type="date" name={to} className="pn-input" aria-label="To" defaultValue={days[to] ?? ""} />
    </fieldset>
  );
}

function Flag({ name, isOn, children }: { name: FilterName; isOn: boolean; children: ReactNode }) {
  return (
    <label className="cl-flag">
      <input type="checkbox" name={name} value="true" defaultChecked={isOn} />
      {children}
    </label>
  );
}
