/** The value below which the given share of the sample lies. */
function percentile(sample: number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (sample: number[]): number => percentile(sample, 0.5);

export type Latency = { p50: number; p99: number };

/** In milliseconds. */
export const toLatency = (sample: number[]): Latency => ({
  p50: percentile(sample, 0.5),
  p99: percentile(sample, 0.99),
});

/** How often a value of the first sample exceeds one of the second; ½ when they cannot be distinguished. */
export function toShareSlower(first: number[], second: number[]): number {
  let above = 0;
  for (const a of first) for (const b of second) above += a > b ? 1 : a === b ? 0.5 : 0;
  return above / (first.length * second.length);
}
