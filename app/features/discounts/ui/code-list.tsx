import type { CodeState } from "~/features/discounts/discount-code";
import { toDiscountText } from "~/features/discounts/discount-text";
import { formatDate, formatMoney } from "~/lib/format";
import { type Column, DataTable, RowLink } from "~/ui/list/data-table";
import { ListCard } from "~/ui/list/list-page";
import { StatusBadge } from "~/ui/parts/status-badge";
import type { DiscountValueType } from "~db/schema/contract-enums";
import { STATE_LABELS, toCoverageText, toUseText } from "./code-labels";

type Code = {
  id: number;
  code: string;
  isCaseTwin: boolean;
  state: CodeState;
  valueType: DiscountValueType;
  value: string;
  productIds: number[] | null;
  startsOn: string | null;
  endsOn: string | null;
  useLimit: number | null;
  uses: number;
};

/** A day has no time zone, so it is formatted in UTC. */
const writeDay = (day: string): string => formatDate(day, "UTC");

function toDatesText({ startsOn, endsOn }: Code): string {
  if (startsOn && endsOn)
    return startsOn === endsOn ? writeDay(startsOn) : `${writeDay(startsOn)} – ${writeDay(endsOn)}`;
  if (startsOn) return `From ${writeDay(startsOn)}`;
  return endsOn ? `Until ${writeDay(endsOn)}` : "Always";
}

const COLUMNS: Column<Code, string>[] = [
  {
    title: "Code",
    isMain: true,
    cell: ({ id, code, isCaseTwin }) => (
      <>
        <RowLink to={`/admin/discounts/${id}`}>{code}</RowLink>
        {isCaseTwin && <span className="pn-dimmed"> Valid only when written exactly like this</span>}
      </>
    ),
  },
  {
    title: "Discount",
    isNumber: true,
    cell: (code, currencyCode) => toDiscountText(code, (amount) => formatMoney(amount, currencyCode)),
  },
  { title: "Covers", cell: ({ productIds }) => toCoverageText(productIds) },
  { title: "Valid", cell: toDatesText },
  { title: "Used", align: "end", isNumber: true, cell: toUseText },
  { title: "Status", cell: ({ state }) => <StatusBadge {...STATE_LABELS[state]} /> },
];

const isOff = ({ state }: Code): boolean => state !== "ACTIVE";

/** The merchant's codes, newest first. */
export const CodeList = ({ codes, currencyCode }: { codes: Code[]; currencyCode: string }) => (
  <ListCard label="Discount codes">
    <DataTable rows={codes} columns={COLUMNS} shared={currencyCode} isMuted={isOff} />
  </ListCard>
);
