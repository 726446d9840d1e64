/**
 * Progress. A native element: the same with and without scripts.
 * @param props.value of `max`; null while unknown
 */
export function ProgressBar({
  value,
  max,
  labelledBy,
}: {
  value: number | null;
  max: number;
  labelledBy: string;
}) {
  return (
    <progress
      className="pn-progress"
      aria-labelledby={labelledBy}
      max={Math.max(1, max)}
      value={value ?? undefined}
    />
  );
}
