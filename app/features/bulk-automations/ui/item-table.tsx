import type { ItemView } from "~/features/bulk-automations/automation-page";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";

type Item = ItemView & { id: number };

const toColumns = (value: Pick<Column<Item>, "align" | "isNumber">): Column<Item>[] => [
  {
    title: "Contract",
    isMain: true,
    isNumber: true,
    cell: ({ id }) => <RowLink to={`/admin/contracts/${id}`}>{id}</RowLink>,
  },
  { title: "Customer", cell: ({ customer }) => customer },
  { title: "Before", ...value, cell: ({ before }) => before },
  { title: "After", ...value, cell: ({ after }) => after ?? "—" },
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

const NUMBERS = toColumns({ align: "end", isNumber: true });
const TEXTS = toColumns({});

const isSkipped = ({ status }: Item): boolean => status === "SKIPPED";

type Props = {
  items: ItemView[];
  hasNumbers: boolean;
  label: string;
  title: string;
  note?: string;
  tableLabel: string;
};

/**
 * Contracts of a plan with their value before and after, or why they are skipped. Renders nothing for an empty list.
 */
export function ItemTable({ items, hasNumbers, label, title, note, tableLabel }: Props) {
  if (items.length === 0) return null;
  const rows = items.map((item) => ({ ...item, id: item.contractId }));
  return (
    <ListCard label={label} title={title} head={note && <p className="pn-dimmed">{note}</p>}>
      <DataTable
        rows={rows}
        columns={hasNumbers ? NUMBERS : TEXTS}
        shared={null}
        label={tableLabel}
        isMuted={isSkipped}
      />
    </ListCard>
  );
}
