import type { CustomerRowView } from "~/features/customers/list-page/customer-list-page.endpoints.server";
import { type Column, RowLink } from "~/ui/list/data-table";

/** Shared by the rows: what leads back to the list as it is. */
export const CUSTOMER_COLUMNS: Column<CustomerRowView, string>[] = [
  {
    title: "Customer",
    isMain: true,
    cell: ({ id, name }, backToList) => (
      <RowLink to={`/admin/customers/${id}${backToList}`}>
        <bdi>{name}</bdi>
      </RowLink>
    ),
  },
  { title: "E-mail", cell: ({ email }) => email ?? "—" },
  { title: "Active", isNumber: true, align: "end", cell: ({ active }) => active },
  { title: "Contracts", isNumber: true, align: "end", cell: ({ total }) => total },
  { title: "Next order", cell: ({ next }) => next ?? "—" },
];

/** Such rows are paler. */
export const isWithoutActive = ({ active }: CustomerRowView): boolean => active === 0;
