import { readFile } from "node:fs/promises";

/** @returns what the gateway of the billing bench was paid, as its worker wrote it: a line each, reference and amount */
export async function readLedger(file: string): Promise<{ ref: string; amount: string }[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [ref = "", amount = ""] = line.split(" ");
    return { ref, amount };
  });
}
