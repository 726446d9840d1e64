import { type FieldError, ProblemError } from "~/lib/problem";
import { FILE_FIELDS, FILE_NAMES, type ImportFile, type UnreadableFile } from "./import-files";

export const INTERRUPTED = "The upload was interrupted before its end. Nothing was imported.";
export const stoodStill = (seconds: number): ProblemError =>
  new ProblemError(
    "request_timeout",
    `The upload sent nothing for ${seconds} seconds. Nothing was imported.`,
  );
export const tookTooLong = (seconds: number): ProblemError =>
  new ProblemError(
    "request_timeout",
    `The upload kept us waiting for ${seconds} seconds in all. Nothing was imported.`,
  );
export const FAULT = "Something went wrong on our side. Nothing was imported. Please upload the files again.";

export const noFiles = (): ProblemError =>
  new ProblemError("invalid_request", "Choose at least one file.", {
    errors: Object.keys(FILE_FIELDS).map((field) => ({
      pointer: `/${field}`,
      code: "required",
      detail: "Choose at least one of the three files.",
    })),
  });

/** @param running the unfinished import, if it still exists */
export function anotherIsRunning(running: { id: number; actorName: string } | null): ProblemError {
  const which = running
    ? `Import ${running.id}, started by ${running.actorName},`
    : "Another import of this shop";
  return new ProblemError("conflict", `${which} is not finished yet. Only one may run at a time.`, {
    headers: { "Retry-After": "30" },
  });
}

/** Names every file that cannot be read to its end, and why. */
export function unreadableFiles(problems: ReadonlyMap<ImportFile, UnreadableFile>): ProblemError {
  const errors = Object.entries(FILE_FIELDS).flatMap(([field, file]): FieldError[] => {
    const problem = problems.get(file);
    return problem ? [{ pointer: `/${field}`, code: problem.code, detail: problem.message }] : [];
  });
  const isTooLarge = [...problems.values()].some((problem) => problem.code === "file_too_large");
  const sentences = [...problems].map(([file, problem]) => `${FILE_NAMES[file]}: ${problem.message}`);
  return new ProblemError(
    isTooLarge ? "body_too_large" : "invalid_request",
    `${sentences.join(" ")} Nothing was imported.`,
    { errors },
  );
}
