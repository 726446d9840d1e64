import { Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ActionResult } from "~/lib/problem";
import { Form } from "~/ui/form/form";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { CopyField } from "~/ui/parts/copy-field";
import { showDone } from "~/ui/parts/done-note";
import { FormProblem } from "~/ui/parts/form-problem";

type Copying = { resolve(link: string): void; reject(): void };

/**
 * Creates a portal link and copies it to the clipboard, in one press. Where the clipboard is not available the link is
 * shown instead; without scripts the form leads to the page that shows it.
 */
export function CopyLinkButton({ contractId, size }: { contractId: number; size?: "xs" }) {
  const fetcher = useFetcher<ActionResult<{ link: string }>>();
  const isHydrated = useHydrated();
  const copying = useRef<Copying | null>(null);
  const [shownLink, setShownLink] = useState<string | null>(null);
  const { data } = fetcher;
  const action = `/admin/contracts/${contractId}/portal-links?intent=copy`;
  useEffect(() => {
    if (data?.ok) copying.current?.resolve(data.result.link);
    else if (data) copying.current?.reject();
  }, [data]);

  async function copy(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setShownLink(null);
    fetcher.submit(event.currentTarget, { method: "post", action });
    const link = new Promise<string>((resolve, reject) => {
      copying.current = { resolve, reject };
    });
    const isCopied = await writeToClipboard(link);
    const made = await link.catch(() => null);
    if (made && isCopied) showDone("copied", "Portal link copied. It works for two hours.");
    else setShownLink(made);
  }

  return (
    <>
      <Form method="post" action={action} {...(isHydrated ? { onSubmit: copy } : { reloadDocument: true })}>
        <Button type="submit" variant="default" size={size} loading={fetcher.state !== "idle"}>
          Copy portal link
        </Button>
      </Form>
      {data && !data.ok && <FormProblem result={data} />}
      {shownLink && <CopyField label="Portal link" value={shownLink} />}
    </>
  );
}

/** Starts immediately, before the text is available: some browsers allow it only in direct response to the press. */
async function writeToClipboard(text: Promise<string>): Promise<boolean> {
  const blob = text.then((content) => new Blob([content], { type: "text/plain" }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  } catch {
    return false;
  }
}
