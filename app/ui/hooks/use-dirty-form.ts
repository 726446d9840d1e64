import { type RefObject, useEffect, useRef, useState } from "react";

type Saved = Record<string, string>;

/**
 * Whether a form would send other values than are saved. For fields that keep their own values (`defaultValue`).
 * Checked at once on hydration, since something may have been typed before the scripts ran. Put `formKey` on the form:
 * it is reset when other values have been saved, and on `discard`.
 */
export function useDirtyForm(saved: Saved): {
  formRef: RefObject<HTMLFormElement>;
  formKey: string;
  isDirty: boolean;
  discard: () => void;
} {
  const formRef = useRef<HTMLFormElement>(null);
  const [isDirty, setDirty] = useState(false);
  const [discards, setDiscards] = useState(0);
  const formKey = `${discards} ${JSON.stringify(saved)}`;
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const before: Saved = JSON.parse(formKey.slice(formKey.indexOf(" ") + 1));
    const look = () => {
      const data = new FormData(form);
      setDirty(
        Object.entries(before).some(([name, value]) => !isSame(readField(form, data, name, value), value)),
      );
    };
    look();
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    return () => {
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
    };
  }, [formKey]);
  return { formRef, formKey, isDirty, discard: () => setDiscards((count) => count + 1) };
}

/** Sent without scripts, lines of a text end differently from those of its field. */
const isSame = (sent: FormDataEntryValue, saved: string): boolean =>
  sent === saved || sent === saved.replaceAll("\r\n", "\n");

/** An unticked checkbox sends nothing and counts as empty; disabled or missing fields count as unchanged. */
function readField(form: HTMLFormElement, data: FormData, name: string, saved: string): FormDataEntryValue {
  const control = form.elements.namedItem(name);
  const isBox = control instanceof HTMLInputElement && control.type === "checkbox" && !control.disabled;
  return data.get(name) ?? (isBox ? "" : saved);
}
