import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** What the form would send, as one comparable text; files do not count. */
const serialize = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"));

/**
 * Whether a form differs from what it was when `version` last changed. For forms whose fields keep their own values
 * (`defaultValue`): give the form `key={version}` so that saving shows the saved values.
 */
export function useDirtyForm(version: string): {
  formRef: RefObject<HTMLFormElement>;
  isDirty: boolean;
  discard: () => void;
} {
  const formRef = useRef<HTMLFormElement>(null);
  const [isDirty, setDirty] = useState(false);
  useEffect(() => {
    const form = formRef.current;
    if (!form || version === undefined) return;
    const before = serialize(form);
    setDirty(false);
    const look = () => setDirty(serialize(form) !== before);
    // A reset takes effect after its event.
    const lookLater = () => setTimeout(look);
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    form.addEventListener("reset", lookLater);
    return () => {
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
      form.removeEventListener("reset", lookLater);
    };
  }, [version]);
  const discard = useCallback(() => formRef.current?.reset(), []);
  return { formRef, isDirty, discard };
}
