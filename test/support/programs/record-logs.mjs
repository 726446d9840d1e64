/** Loaded before all else into the programs that tests start, by `NODE_OPTIONS` (setup.ts): their logs are searched, too. */
import { recordLogs } from "../setup/log-recorder.mjs";

const { searchParams } = new URL(import.meta.url);
recordLogs(searchParams.get("folder") ?? "", searchParams.get("unseen") ?? "");
