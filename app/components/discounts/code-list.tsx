import { Link } from "@remix-run/react";
import { toCoverageWords, toUseWords, toValueWords } from "~/components/discounts/code-words";
import { StatusBadge } from "~/components/status-badge";
import { formatDate } from "~/lib/format";

type Code = {
  id: number;
  code: string;
  isCaseTwin: boolean;
  state: string;
  valueType: "PERCENTAGE" | "FIXED_AMOUNT";
  value: string;
  productIds: number[] | null;
  startsOn: string | null;
  endsOn: string | null;
  useLimit: number | null;
  uses: number;
};

/** A day is no instant: it reads the same in every zone. */
const writeDay = (day: string): string => formatDate(day, "UTC");

function toDatesWords({ startsOn, endsOn }: Code): string {
  if (startsOn && endsOn)
    return startsOn === endsOn ? writeDay(startsOn) : `${writeDay(startsOn)} – ${writeDay(endsOn)}`;
  if (startsOn) return `From ${writeDay(startsOn)}`;
  return endsOn ? `Until ${writeDay(endsOn)}` : "Always";
}

/** The merchant's codes, newest first. */
export function CodeList({ codes, currencyCode }: { codes: Code[]; currencyCode: string }) {
  return (
    <section className="pn-card pn-card-flush" aria-label="Discount codes">
      <table className="pn-table pn-table-stacks">
        <thead>
          <tr>
            <th>Code</th>
            <th>Discount</th>
            <th>Covers</th>
            <th>Valid</th>
            <th data-align="end">Used</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <tr key={code.id} data-muted={code.state !== "ACTIVE" || undefined}>
              <td className="pn-table-main">
                <Link to={`/admin/discounts/${code.id}`} className="pn-strong-link">
                  {code.code}
                </Link>
                {code.isCaseTwin && (
                  <span className="pn-dimmed"> Valid only when written exactly like this</span>
                )}
              </td>
              <td data-label="Discount" className="pn-number">
                {toValueWords(code, currencyCode)}
              </td>
              <td data-label="Covers">{toCoverageWords(code.productIds)}</td>
              <td data-label="Valid">{toDatesWords(code)}</td>
              <td data-label="Used" data-align="end" className="pn-number">
                {toUseWords(code)}
              </td>
              <td data-label="State">
                <StatusBadge status={code.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
