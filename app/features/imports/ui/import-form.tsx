import { Button, Checkbox } from "@mantine/core";
import { type ChangeEvent, useState } from "react";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { useSentIntent } from "~/ui/hooks/use-form-of";
import {
  FormProblem,
  fieldId,
  findProblem,
  type SettledFields,
  toFieldMessages,
} from "~/ui/parts/form-problem";
import { SendingProgress } from "./sending-progress";
import { useFileDrops } from "./use-file-drops";

const FILES = [
  {
    field: "products",
    label: "Products",
    accept: ".json,application/json",
    note: "products.json, the catalogue",
  },
  {
    field: "customers",
    label: "Customers",
    accept: ".csv,text/csv",
    note: "customers.csv, with ids and e-mails",
  },
  {
    field: "contracts",
    label: "Contracts",
    accept: ".csv,text/csv",
    note: "contracts.csv, one row per line item",
  },
];

/** Three files, any of them. A plain multipart form: it works without scripts, at any size. */
export function ImportForm({ result }: { result: ActionResult<unknown> | undefined }) {
  const { settled, settle } = useSettledFiles(result);
  const messages = toFieldMessages(result, settled);
  const drops = useFileDrops();
  const isSending = useSentIntent() === "start";
  return (
    <Form
      method="post"
      action="?intent=start"
      encType="multipart/form-data"
      className="pn-card"
      aria-labelledby="import-title"
    >
      <h2 id="import-title">Upload your files</h2>
      <p className="pn-card-text">
        Send the exports of your commerce platform as they are, together or one by one: choose each file, or
        drop it on its box. Contracts you already have are never overwritten, so sending a file again is safe.
      </p>
      <FormProblem
        result={result}
        settled={settled}
        labels={Object.fromEntries(FILES.map(({ field, label }) => [field, label]))}
      />
      <div className="pn-import-files" {...drops}>
        {FILES.map((file) => (
          <FileField
            key={file.field}
            {...file}
            error={messages[file.field]}
            onChoose={() => settle(file.field)}
          />
        ))}
      </div>
      <Checkbox
        name="fullCatalogue"
        value="true"
        label="The product file is the full catalogue"
        description="Products and variants missing from it are marked as deleted from the store."
      />
      <div className="pn-actions pn-import-send">
        <Button type="submit" loading={isSending}>
          Import
        </Button>
        {isSending && <span className="pn-dimmed">Keep this page open until the upload has finished.</span>}
      </div>
      {isSending && <SendingProgress />}
    </Form>
  );
}

/** Choosing a file clears the error of the previous one, and the message that asks for a file. */
function useSettledFiles(result: ActionResult<unknown> | undefined) {
  const [last, setLast] = useState<{ of: typeof result; fields: SettledFields }>({
    of: result,
    fields: new Set(),
  });
  const settled: SettledFields = last.of === result ? last.fields : new Set();
  const isAnyAsked = findProblem(result)?.errors?.every(({ code }) => code === "required") ?? false;
  function settle(field: string): void {
    const fields = isAnyAsked ? FILES.map((file) => file.field) : [...settled, field];
    setLast({ of: result, fields: new Set(fields) });
  }
  return { settled, settle };
}

type FileFieldProps = (typeof FILES)[number] & { error: string | undefined; onChoose: () => void };

/** The input fills its box, so the browser itself accepts files dropped anywhere on it, even without scripts. */
function FileField({ field, label, accept, note, error, onChoose }: FileFieldProps) {
  const [size, setSize] = useState("");
  const id = fieldId(field);
  function take(event: ChangeEvent<HTMLInputElement>): void {
    setSize(String(event.currentTarget.files?.[0]?.size ?? ""));
    onChoose();
  }
  return (
    <div className="pn-import-file" data-invalid={error ? true : undefined}>
      <div className="pn-import-file-text">
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-note`} className="pn-dimmed">
          {note}
        </p>
      </div>
      {/* Sent before the file, so that progress has a total. */}
      <input type="hidden" name={`${field}Size`} value={size} />
      <input
        id={id}
        type="file"
        name={field}
        accept={accept}
        onChange={take}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note ${id}-error` : `${id}-note`}
      />
      {error && (
        <p id={`${id}-error`} className="pn-import-file-error">
          {error}
        </p>
      )}
    </div>
  );
}
