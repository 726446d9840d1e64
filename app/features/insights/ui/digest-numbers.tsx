import { NUMBERS, type NumberName } from "~/features/insights/definitions/numbers";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { formatNumber, toChange } from "./number-format";

type Row = { id: string; name: NumberName; value: number | null; previous: number | null; href: string };
type Shared = { currencyCode: string };

const COLUMNS: Column<Row, Shared>[] = [
  { title: "Number", isMain: true, cell: ({ name }) => NUMBERS[name].label },
  {
    title: "Week",
    isNumber: true,
    align: "end",
    cell: ({ name, value, href }, { currencyCode }) => (
      <RowLink to={href}>{formatNumber(name, value, currencyCode)}</RowLink>
    ),
  },
  {
    title: "Before",
    isNumber: true,
    align: "end",
    cell: ({ name, previous }, { currencyCode }) => formatNumber(name, previous, currencyCode),
  },
  {
    title: "Change",
    isNumber: true,
    align: "end",
    cell: ({ name, value, previous }) => toChange(name, value, previous)?.text ?? "–",
  },
];

type Props = { numbers: readonly Omit<Row, "id">[]; currencyCode: string };

/** The numbers of a digest, each linked to its list, or to the overview of these days. */
export const DigestNumbers = ({ numbers, currencyCode }: Props) => (
  <DataTable
    rows={numbers.map((number) => ({ ...number, id: number.name }))}
    columns={COLUMNS}
    shared={{ currencyCode }}
    label="Numbers of the week"
  />
);
