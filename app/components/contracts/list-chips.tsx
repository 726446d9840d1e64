import { Link } from "@remix-run/react";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import type { Chip } from "~/features/contracts/contract-list-page";
import type { ListProblems } from "~/features/contracts/contract-list-query";

const PLACES = { sort: "Sort", size: "Page size", page: "Page", cursor: "Page" } as const;

type Props = { chips: Chip[]; problems: ListProblems; clearHref: string };

/** The filters that are on, each with a way to take it off, and what is wrong with it beside it. */
export function ListChips({ chips, problems, clearHref }: Props) {
  const others = (["sort", "size", "page", "cursor"] as const).flatMap((name) => {
    const problem = problems[name];
    return problem ? [`${PLACES[name]}: ${problem}`] : [];
  });
  if (chips.length === 0 && others.length === 0) return null;
  return (
    <div className="cl-chips">
      <ul aria-label="Filters">
        {chips.map((chip) => (
          <li key={chip.key}>
            <span className="cl-chip" data-bad={chip.problem ? true : undefined}>
              <span className="cl-chip-text">
                {chip.label}: <bdi className="cl-chip-value">{chip.value}</bdi>
              </span>
              <Link
                to={chip.removeHref}
                className="cl-chip-remove"
                aria-label={`Remove the filter ${chip.label}: ${chip.value}`}
                preventScrollReset
              >
                <IconX size={14} aria-hidden />
              </Link>
            </span>
            {chip.problem && <span className="cl-chip-problem">{chip.problem}</span>}
          </li>
        ))}
        {others.map((text) => (
          <li key={text} className="cl-chip-problem">
            {text}
          </li>
        ))}
        {chips.length > 0 && (
          <li>
            <Link to={clearHref} className="cl-link" preventScrollReset>
              Clear all
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
