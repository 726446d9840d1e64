import { Readable } from "node:stream";
import Busboy, { type BusboyHeaders } from "@fastify/busboy";
import type { IncomingFile } from "~/features/imports/files/stage-file.server";
import { FILE_FIELDS } from "~/features/imports/records/import-files";
import { stoodStill, tookTooLong } from "~/features/imports/records/intake-problems";
import { env } from "~/lib/env.server";
import { ProblemError } from "~/lib/problem";
import { UploadInterrupted } from "./import-intake.service.server";

/**
 * A multipart form while it is received. `fields` are filled while `files` are read: a field that comes after a file is
 * known only after it.
 */
export type Upload = { files: AsyncIterable<IncomingFile>; fields: ReadonlyMap<string, string> };

const hasFileField = (field: string): field is keyof typeof FILE_FIELDS => Object.hasOwn(FILE_FIELDS, field);

/**
 * Reads the import form with only a piece of it in memory: the parser waits until a file is read before it continues
 * with the next. File fields without a chosen file are skipped.
 *
 * @throws ProblemError 415 if the body is not a multipart form. While reading: UploadInterrupted if the body breaks
 *   off, ProblemError 408 if nothing arrives for IMPORT_IDLE_SECONDS, or if we wait for longer than IMPORT_MAX_SECONDS in
 *   all: until its end the upload holds back vacuum in the whole database, and one of IMPORT_UPLOADS
 */
export function readUpload(request: Request): Upload {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || !request.body)
    throw new ProblemError("unsupported_media_type", "Send the files as multipart/form-data.");
  const fields = new Map<string, string>();
  return { files: readFiles(request.body, type, fields), fields };
}

async function* readFiles(
  body: ReadableStream<Uint8Array>,
  type: string,
  fields: Map<string, string>,
): AsyncGenerator<IncomingFile> {
  const headers: BusboyHeaders = { "content-type": type };
  const parser = new Busboy({ headers, limits: { fieldSize: 1024, fields: 20, files: 10 } });
  const source = Readable.from(readChunks(body, env.IMPORT_IDLE_SECONDS, env.IMPORT_MAX_SECONDS), {
    objectMode: false,
  });
  // What the parser finds, in order; `wake` signals news.
  const found: IncomingFile[] = [];
  const state: { part: Readable | null; hasEnded: boolean; failure: Error | null; wake: () => void } = {
    part: null,
    hasEnded: false,
    failure: null,
    wake: () => {},
  };
  const end = (failure: Error | null) => {
    state.failure ??= failure;
    state.hasEnded = true;
    // The file being read will not be completed: its reader must not wait for more.
    if (failure) state.part?.destroy(failure);
    state.wake();
  };
  parser.on("field", (name, value) => fields.set(name, value));
  parser.on("file", (field, stream, fileName) => {
    // The parser may report its own failure on the part; the failure of the whole is what counts.
    stream.on("error", () => {});
    state.part = stream;
    if (!hasFileField(field) || !fileName) return void stream.resume();
    found.push({
      file: FILE_FIELDS[field],
      // The database cannot store this character.
      name: fileName.replaceAll("\0", ""),
      sizeBytes: toSize(fields.get(`${field}Size`)),
      bytes: readPart(stream, state),
    });
    state.wake();
  });
  parser.on("finish", () => end(null));
  parser.on("error", () => end(new UploadInterrupted()));
  source.on("error", (error) => end(error instanceof ProblemError ? error : new UploadInterrupted()));
  source.pipe(parser);
  try {
    while (true) {
      const next = found.shift();
      if (next) yield next;
      else if (state.failure) throw state.failure;
      else if (state.hasEnded) return;
      else
        await new Promise<void>((resolve) => {
          state.wake = resolve;
        });
    }
  } finally {
    // After an early stop the rest is still read: browsers show no answer to a request they could not finish.
    source.unpipe(parser);
    source.resume();
  }
}

/** The size that the form's script gives; anybody may write another form. */
function toSize(text: string | undefined): number | null {
  const size = Number(text);
  return Number.isSafeInteger(size) && size > 0 ? size : null;
}

/**
 * The body piece by piece. Only the time spent waiting for the sender counts, not that of our own processing.
 *
 * @throws ProblemError 408 if the sender sends nothing for `idleSeconds`, or keeps us waiting for `maxSeconds` in all
 */
async function* readChunks(
  body: ReadableStream<Uint8Array>,
  idleSeconds: number,
  maxSeconds: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let leftMs = maxSeconds * 1000;
  while (leftMs > 0) {
    const begunAt = performance.now();
    const isLast = leftMs <= idleSeconds * 1000;
    const waitMs = isLast ? leftMs : idleSeconds * 1000;
    const { done, value } = await new Promise<Awaited<ReturnType<typeof reader.read>>>((resolve, reject) => {
      const refusal = () => (isLast ? tookTooLong(maxSeconds) : stoodStill(idleSeconds));
      const timer = setTimeout(() => reject(refusal()), waitMs);
      void reader
        .read()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
    if (done) return;
    leftMs -= performance.now() - begunAt;
    yield value;
  }
  throw tookTooLong(maxSeconds);
}

/** The bytes of one file. @throws the form's error when the body breaks off or stalls within the file */
async function* readPart(stream: Readable, state: { failure: Error | null }): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk;
  } catch {
    throw state.failure ?? new UploadInterrupted();
  } finally {
    // A reader that stops early discards the rest of the file; otherwise the parser would never reach the next one.
    stream.resume();
  }
  if (state.failure) throw state.failure;
}
