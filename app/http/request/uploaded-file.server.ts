import { ProblemError } from "~/lib/problem";

/**
 * A form that is a little too large is read to its end: browsers do not show the answer to a request they could not
 * finish.
 */
const READ_AT_MOST = 16;

/**
 * The only file of a small multipart form; empty when none was chosen. The whole form is held in memory.
 *
 * @param limit bytes of the form
 * @throws ProblemError 415 no multipart form, 413 too large (naming the field), 400 malformed
 */
export async function readUploadedFile(
  request: Request,
  { field, limit, tooLarge }: { field: string; limit: number; tooLarge: string },
): Promise<Buffer> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type) || !request.body)
    throw new ProblemError("unsupported_media_type", "Send the file as multipart/form-data.");
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size <= limit) chunks.push(part.value);
    else if (size > limit * READ_AT_MOST) break;
  }
  if (size > limit)
    throw new ProblemError("body_too_large", tooLarge, {
      errors: [{ pointer: `/${field}`, code: "too_large", detail: tooLarge }],
    });
  const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": type } })
    .formData()
    .catch(() => {
      throw new ProblemError("malformed_body", "The form is not well formed.");
    });
  const file = form.get(field);
  return file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
}
