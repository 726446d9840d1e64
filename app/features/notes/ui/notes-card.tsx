import { Button } from "@mantine/core";
import { Link, useLocation, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { MAX_NOTE_LENGTH, type NoteView } from "~/features/notes/note";
import type { ActionResult } from "~/lib/problem";
import { AnsweredFields } from "~/ui/form/answered-fields";
import { Form } from "~/ui/form/form";
import { FormDialog } from "~/ui/form/form-dialog";
import { TextAreaField } from "~/ui/form/form-fields";
import { useAnswer } from "~/ui/hooks/use-answer";
import { useFormOf } from "~/ui/hooks/use-form-of";
import { Card } from "~/ui/parts/card";

/** Not `note`: a contract's page also has a dialog with a field of that name. */
const LABELS = { internalNote: "New note" };

/** Internal notes; editors can also write here. */
export function NotesCard({ notes, mayEdit }: { notes: readonly NoteView[]; mayEdit: boolean }) {
  const [search] = useSearchParams();
  const answer = useAnswer<ActionResult<unknown>>();
  const toHref = useNoteHref();
  const added = useAdded();
  const removed = notes.find(({ id }) => String(id) === search.get("note"));
  if (notes.length === 0 && !mayEdit) return null;
  return (
    <Card title="Internal notes" id="notes" note={notes.length === 0 ? "Only staff see these." : undefined}>
      {notes.length > 0 && (
        <ul className="pn-plain pn-stack">
          {notes.map((note) => (
            <li key={note.id}>
              <p className="pn-written" dir="auto">
                {note.text}
              </p>
              <p className="pn-dimmed pn-small">
                <bdi>{note.author}</bdi>, <time dateTime={note.at.instant}>{note.at.text}</time>
                {mayEdit && (
                  <>
                    {" · "}
                    <Link
                      to={toHref({ note: String(note.id) })}
                      preventScrollReset
                      aria-label={`Remove the note of ${note.at.text}`}
                    >
                      Remove
                    </Link>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayEdit && <NewNote key={added} />}
      {mayEdit && removed && (
        <FormDialog
          title="Remove this note?"
          text={
            <p className="pn-written" dir="auto">
              {removed.text}
            </p>
          }
          cancel={toHref({})}
          action={toHref({ intent: "remove_note", note: String(removed.id) })}
          hidden={{ noteId: removed.id }}
          confirm="Remove note"
          isHarsh
          result={answer}
        />
      )}
    </Card>
  );
}

function NewNote() {
  const { answer, isBusy } = useFormOf("add_note", useAnswer<ActionResult<unknown>>());
  const toHref = useNoteHref();
  return (
    <Form
      method="post"
      action={toHref({ intent: "add_note" })}
      preventScrollReset
      className="pn-stack pn-after"
    >
      <AnsweredFields answer={answer} labels={LABELS}>
        <TextAreaField name="internalNote" rows={3} maxLength={MAX_NOTE_LENGTH} dir="auto" />
      </AnsweredFields>
      <div>
        <Button type="submit" variant="default" size="xs" loading={isBusy}>
          Add note
        </Button>
      </div>
    </Form>
  );
}

/** Changes after each note that the reader adds: only that empties the form, not a colleague's note. */
function useAdded(): string {
  const { key, search } = useLocation();
  const [last, setLast] = useState("");
  const isAdded = new URLSearchParams(search).get("done") === "add_note";
  if (isAdded && key !== last) setLast(key);
  return last;
}

/** The page's own address with these parameters; it still leads back to the list. */
function useNoteHref() {
  const { pathname } = useLocation();
  const list = useSearchParams()[0].get("list");
  return (parameters: Record<string, string>) => {
    const search = new URLSearchParams({ ...(list && { list }), ...parameters });
    return search.size > 0 ? `${pathname}?${search}` : pathname;
  };
}
