/** How good or bad a state is: the colour, always together with the text. */
export type Tone = "good" | "busy" | "warn" | "bad" | "plain";

/** A state as people read it. Each feature has a record of those of its own states. */
export type StateLabel = { label: string; tone: Tone };

/** A state as text and colour. Plain markup: it is in every row of long tables. */
export const StatusBadge = ({ label, tone }: StateLabel) => (
  <span className="pn-badge" data-tone={tone}>
    {label}
  </span>
);
