import fs from "node:fs";
import path from "node:path";

/**
 * Gathers what the app logs in this process in a file of a folder, which is searched when the run is over. Before a logger
 * writes. Only loggers write to standard output in this way: what a command tells its user is no log.
 *
 * @param {string} folder
 * @param {string} unseen the LOG_LEVEL at which a log is only gathered; at any other one it goes to standard output, too
 */
export function recordLogs(folder, unseen) {
  const { write, writeSync } = fs;
  let file;
  const record = (descriptor, data) => {
    if (descriptor !== 1 || Buffer.from(data).toString("latin1", 0, 9) !== '{"level":') return false;
    file ??= fs.openSync(path.join(folder, `${process.pid}.log`), "a");
    writeSync(file, data);
    return process.env.LOG_LEVEL === unseen;
  };
  fs.writeSync = (descriptor, data, ...rest) =>
    record(descriptor, data) ? Buffer.byteLength(data) : writeSync(descriptor, data, ...rest);
  fs.write = (descriptor, data, ...rest) =>
    record(descriptor, data)
      ? setImmediate(rest.at(-1), null, Buffer.byteLength(data), data)
      : write(descriptor, data, ...rest);
}
