import type { MemoryByTenths } from "../measure/memory-by-tenths";

export const count = (value: number): string => value.toLocaleString("en");

export const number = (value: number, digits = 1): string => value.toFixed(digits);

/** Heads of the columns of `toMemoryCells`. */
export const MEMORY = ["worker MB at start", "by tenths", "peak"];

export const toMemoryCells = ({ atStart, tenths, peak }: MemoryByTenths): string[] => [
  number(atStart, 0),
  tenths.map((megabytes) => number(megabytes, 0)).join(" "),
  number(peak, 0),
];

export function printTable(title: string, head: string[], rows: string[][]): void {
  if (rows.length === 0) return;
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  console.log(`${title}\n`);
  console.log(line(head));
  console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  for (const row of rows) console.log(line(row));
  console.log();
}
