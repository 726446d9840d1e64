import type { ItemView } from "~/features/bulk-automations/automation-page";
import { type Column, DataTable } from "~/ui/data-table";
import { ListCard } from "~/ui/list-page";

const COLUMNS: Column<ItemView>[] = [
  {
    title: "Contract",
    isMain: true,
    isNumber: true,
    cell: ({ id }) => (
      <a href={`/admin/contracts/${id}`} className="pn-strong-link">
        {id}
      </a>
    ),
  },
  { title: "Customer", cell: ({ customer }) => customer },
  { title: "Before", align: "end", isNumber: true, cell: ({ before }) => before },
  { title: "After", align: "end", isNumber: true, cell: ({ after }) => after ?? "—" },
  {
    title: "Outcome",
    cell: ({ outcome, reason }) => (
      <>
        {outcome}
        {reason && <span className="pn-dimmed">: {reason}</span>}
      </>
    ),
  },
];

const isSkipped = ({ status }: ItemView): boolean => status === "SKIPPED";

type Props = { items: ItemView[]; label: string; title: string; note?: string; tableLabel: string };

/** Contracts of a plan: what each has, what it gets, or why not. Nothing where there are none. */
export function ItemTable({ items, label, title, note, tableLabel }: Props) {
  if (items.length === 0) return null;
  return (
    <ListCard label={label} title={title} head={note && <p className="pn-dimmed">{note}</p>}>
      <DataTable rows={items} columns={COLUMNS} shared={null} label={tableLabel} isMuted={isSkipped} />
    </ListCard>
  );
}
