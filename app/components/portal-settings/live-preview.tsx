import { type RefObject, useEffect, useState } from "react";

const DELAY_MS = 300;
const PREVIEW = "/admin/portal/preview";

/**
 * The portal as customers would see it: the real page, drawn by the server from what the form holds, saved or not.
 * Without scripts it shows what is saved.
 */
export function LivePreview({
  formRef,
  formKey,
  language,
}: {
  formRef: RefObject<HTMLFormElement>;
  formKey: string;
  language: string;
}) {
  const saved = `${PREVIEW}?words=${language}`;
  const [address, setAddress] = useState(saved);
  // `formKey`: the form begins anew when something was saved or discarded, and with it what is shown.
  useEffect(() => {
    const form = formRef.current;
    if (!form || !formKey) return;
    setAddress(saved);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setAddress(`${PREVIEW}?${toQuery(form)}`), DELAY_MS);
    };
    form.addEventListener("input", draw);
    form.addEventListener("change", draw);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", draw);
      form.removeEventListener("change", draw);
    };
  }, [formRef, formKey, saved]);
  return (
    <section className="pn-portal-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <iframe
        className="pn-portal-frame"
        title="The portal with these settings"
        src={address}
        sandbox="allow-same-origin"
      />
    </section>
  );
}

/** Texts only: what an address can hold. */
const toQuery = (form: HTMLFormElement): string =>
  new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  ).toString();
