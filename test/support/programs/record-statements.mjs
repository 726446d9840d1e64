/**
 * Loaded before all else into the programs that tests start, by `NODE_OPTIONS` (setup.ts): what they send is checked as well as
 * what the tests' own processes do.
 */
import path from "node:path";
import { recordStatements } from "../statements/recorder.mjs";

const folder = new URL(import.meta.url).searchParams.get("folder") ?? "";
recordStatements(folder, () => path.relative("", process.argv[1] ?? ""));
