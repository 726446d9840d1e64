import { DAY_LABELS } from "~/features/billing/orders-admin/order-labels";
import type { OrderListState } from "~/features/billing/orders-admin/order-list-url";
import { ORDER_STATUS_LABELS } from "~/features/contracts/status-labels";
import { DayField, FilterSelect, ListSearch } from "~/ui/list/filter-form";

/** Filters that come with a link and have no field. */
const KEPT = ["by", "part", "currency"] as const;

/** Search and filters as one form that produces the address: it works without scripts. */
export function OrderSearch({ state }: { state: OrderListState }) {
  const { tab, filters, sort } = state;
  return (
    <ListSearch label="Search orders" placeholder="Customer, order or contract" value={filters.q ?? ""}>
      {tab !== "upcoming" && <input type="hidden" name="tab" value={tab} />}
      {sort && <input type="hidden" name="sort" value={sort} />}
      {KEPT.map(
        (name) => filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      <FilterSelect name="dayOf" aria-label="Which day" value={filters.dayOf ?? ""}>
        <option value="">Order date</option>
        {Object.entries(DAY_LABELS).map(([day, label]) => (
          <option key={day} value={day}>
            {label}
          </option>
        ))}
      </FilterSelect>
      <DayField name="from" label="From" value={filters.from} />
      <DayField name="to" label="To" value={filters.to} />
      {tab === "all" && (
        <FilterSelect name="status" aria-label="Status" value={filters.status ?? ""}>
          <option value="">Any status</option>
          {Object.entries(ORDER_STATUS_LABELS).map(([status, { label }]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </FilterSelect>
      )}
    </ListSearch>
  );
}
