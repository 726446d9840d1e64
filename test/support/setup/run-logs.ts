import path from "node:path";
import pino from "pino";
import { inject } from "vitest";
import { logger } from "~/lib/logger.server";

const { streamSym } = pino.symbols;
const log = logger as typeof logger & { [streamSym]: unknown };

// What the app logs in this process goes into a file, which is searched at the end of the run. The processes that tests
// start get LOG_LEVEL from the environment, which stays as it is.
if (logger.level === "silent") {
  logger.level = "debug";
  log[streamSym] = pino.destination({
    dest: path.join(inject("logFolder"), `${process.pid}.log`),
    sync: true,
  });
}
