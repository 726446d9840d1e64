import { type RefObject, useEffect, useState } from "react";

const DELAY_MS = 300;

/**
 * A page as customers would see it: the real one, rendered by the server from the form's values, saved or not. Without
 * scripts it shows what is saved.
 */
export function LivePreview({
  page,
  title,
  formRef,
  formKey,
  language,
}: {
  /** The address that renders it. */
  page: string;
  title: string;
  formRef: RefObject<HTMLFormElement>;
  formKey: string;
  language: string;
}) {
  const saved = `${page}?words=${language}`;
  const [address, setAddress] = useState(saved);
  // `formKey`: the form is reset when something was saved or discarded, and so is the preview.
  useEffect(() => {
    const form = formRef.current;
    if (!form || !formKey) return;
    setAddress(saved);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setAddress(`${page}?${toQuery(form)}`), DELAY_MS);
    };
    form.addEventListener("input", draw);
    form.addEventListener("change", draw);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", draw);
      form.removeEventListener("change", draw);
    };
  }, [page, formRef, formKey, saved]);
  return (
    <section className="pn-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <iframe className="pn-portal-frame" title={title} src={address} sandbox="allow-same-origin" />
    </section>
  );
}

/** Text fields only, which fit into an address. */
const toQuery = (form: HTMLFormElement): string =>
  new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  ).toString();
