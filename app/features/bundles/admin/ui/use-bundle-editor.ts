import { useRevalidator, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Editor } from "~/features/bundles/admin/ui/kit/editor-context";
import { EDITOR_LABELS } from "~/features/bundles/admin/ui/kit/field-labels";
import { usePreview } from "~/features/bundles/admin/ui/kit/use-preview";
import { isSameDraft, toDraft, toPayload } from "~/features/bundles/configure/bundle-draft";
import type { BundleEditorPage, EditorProduct } from "~/features/bundles/configure/bundle-editor";
import { readAt, writeAt } from "~/lib/pointers";
import type { ActionResult } from "~/lib/problem";
import type { FieldValue, FormState } from "~/ui/form/form-state";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { findProblem } from "~/ui/parts/form-problem";

/** The editor's state: the draft, the version it started from, saving, and conflicts with other people's saves. */
export function useBundleEditor(page: BundleEditorPage) {
  const [draft, setDraft] = useState(() => toDraft(page.bundle));
  const [handle, setHandle] = useState("");
  /** The last version known to be saved: discarding returns to it, and saving replaces it. */
  const [base, setBase] = useState({ version: page.version, draft: toDraft(page.bundle) });
  const [isConflictShown, setConflictShown] = useState(false);
  const [products, remember] = useKnownProducts(page.products);
  const fetcher = useFetcher<ActionResult<{ version: number }>>();
  const { revalidate } = useRevalidator();
  // The list that the page leads back to, also once a new bundle has an address of its own.
  const list = useSearchParams()[0].get("list");
  const isDirty = !isSameDraft(draft, base.draft) || handle !== "";
  const isSaving = fetcher.state !== "idle";
  const result = fetcher.data;
  const isStale = findProblem(result)?.code === "stale_version";

  const patch: Editor["patch"] = useCallback(
    (change) =>
      setDraft((before) => ({ ...before, ...(typeof change === "function" ? change(before) : change) })),
    [],
  );
  const adopt = useCallback((saved: BundleEditorPage) => {
    const fresh = toDraft(saved.bundle);
    setBase({ version: saved.version, draft: fresh });
    setDraft(fresh);
    setConflictShown(false);
  }, []);

  // A save was answered or a version loaded, in either order. The version is our own save's, or somebody else's, which
  // may also come when the page reloads its data for another reason. It replaces the draft unless that would lose
  // edits; then the next save is refused, and each refused save shows both versions.
  const [seen, setSeen] = useState({ version: page.version, result });
  if (page.version !== seen.version || result !== seen.result) {
    setSeen({ version: page.version, result });
    const isOwn = result?.ok && result.result.version === page.version;
    if (isOwn || (page.version !== base.version && !isDirty)) adopt(page);
    else if (isStale && page.version !== base.version) setConflictShown(true);
  }
  // After each refusal, since there may be a newer version than the one that the last conflict showed.
  useEffect(() => {
    if (findProblem(result)?.code === "stale_version") revalidate();
  }, [result, revalidate]);

  const save = (version = base.version) => {
    setBase((before) => ({ ...before, version }));
    setConflictShown(false);
    const body = { ...toPayload(draft), handle, version };
    fetcher.submit(JSON.parse(JSON.stringify(body)), {
      method: "POST",
      action: `?${new URLSearchParams({ ...(list && { list }), intent: "save" })}`,
      encType: "application/json",
    });
  };

  const preview = usePreview(JSON.stringify(toPayload(draft)));
  const [hasTried, setTried] = useState(false);
  const errors = useMemo(() => {
    const found = new Map<string, string>();
    const refused = findProblem(result)?.errors ?? [];
    // A new bundle shows errors only after the first attempt to save it.
    const live = page.id !== null || hasTried ? preview.errors : [];
    for (const { pointer, detail } of [...live, ...(isDirty ? refused : [])])
      if (pointer !== undefined && !found.has(pointer)) found.set(pointer, detail);
    return found;
  }, [result, preview.errors, page.id, hasTried, isDirty]);

  const editor: Editor = {
    page,
    draft,
    patch,
    error: (pointer) => errors.get(pointer),
    products,
    remember,
  };
  const fields: FormState = {
    label: (name) => EDITOR_LABELS[name],
    read: (name) => toFieldValue(name === "handle" ? handle : readAt(draft, toPointer(name))),
    write: (name, value) => {
      if (name === "handle") setHandle(String(value));
      else patch((before) => writeAt(before, toPointer(name), value));
    },
    error: (name) => errors.get(toPointer(name)),
    disabled: !page.mayEdit,
  };
  return {
    editor,
    fields,
    isDirty,
    isSaving,
    result,
    preview,
    save: () => {
      setTried(true);
      save();
    },
    discard: () => {
      setDraft(base.draft);
      setHandle("");
    },
    conflict: isConflictShown
      ? {
          theirs: toDraft(page.bundle),
          keepMine: () => save(page.version),
          takeTheirs: () => adopt(page),
          later: () => setConflictShown(false),
        }
      : null,
  };
}

/** The names of row fields are pointers already. */
const toPointer = (name: string): string => (name.startsWith("/") ? name : `/${name}`);

const toFieldValue = (value: unknown): FieldValue =>
  typeof value === "boolean" ? value : typeof value === "string" ? value : undefined;

function useKnownProducts(loaded: EditorProduct[]) {
  const [found, setFound] = useState<EditorProduct[]>([]);
  const products = useMemo(
    () => new Map([...found, ...loaded].map((product) => [product.id, product])),
    [found, loaded],
  );
  const remember = useCallback((product: EditorProduct) => setFound((before) => [...before, product]), []);
  return [products, remember] as const;
}
