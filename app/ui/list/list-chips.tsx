import { IconX } from "~/ui/icons/icons";

type Chip = { key: string; label: string; value: string; problem: string | null; removeHref: string };

type Props = { chips: readonly Chip[]; problems: readonly string[]; clearHref: string };

/** The active filters, each with a button to remove it and its error, then other errors. */
export function ListChips({ chips, problems, clearHref }: Props) {
  if (chips.length === 0 && problems.length === 0) return null;
  return (
    <div className="pn-chips" data-client-links="">
      <ul aria-label="Filters">
        {chips.map((chip) => (
          <li key={chip.key}>
            <span className="pn-chip" data-bad={chip.problem ? true : undefined}>
              <span className="pn-chip-text">
                {chip.label}: <bdi className="pn-chip-value">{chip.value}</bdi>
              </span>
              <a
                href={chip.removeHref}
                className="pn-chip-remove"
                aria-label={`Remove the filter ${chip.label}: ${chip.value}`}
              >
                <IconX size={14} />
              </a>
            </span>
            {chip.problem && <span className="pn-chip-problem">{chip.problem}</span>}
          </li>
        ))}
        {problems.map((text) => (
          <li key={text} className="pn-chip-problem">
            {text}
          </li>
        ))}
        {chips.length > 0 && (
          <li>
            <a href={clearHref} className="pn-link">
              Clear all
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}
