import type { PlanView } from "~/features/selling-plans/selling-plans-page.endpoints.server";
import type { Column } from "~/ui/list/data-table";

export const PLAN_COLUMNS: Column<PlanView>[] = [
  { title: "Plan", isMain: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { title: "Billed", cell: ({ billed }) => billed ?? "Not known" },
  { title: "Delivered", cell: ({ delivered }) => delivered ?? "Not known" },
  { title: "Discount", isNumber: true, align: "end", cell: ({ discount }) => discount ?? "—" },
  { title: "Id", isNumber: true, align: "end", cell: ({ id }) => id },
];
