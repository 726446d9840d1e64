import { Button } from "@mantine/core";
import { Link, useNavigate } from "@remix-run/react";
import { type ReactNode, useId, useRef } from "react";
import { useBrowserLayoutEffect } from "~/ui/hooks/use-browser-layout-effect";

type Props = {
  /** Names the object: “Revoke the key ERP sync?”. */
  title: string;
  text: ReactNode;
  /** Where cancelling leads: the address without the dialog. A function for dialogs that no address opens. */
  cancel: string | (() => void);
  cancelLabel?: string;
  /** The form (or button) that does it. */
  children: ReactNode;
};

/**
 * A question before something that cannot be undone. The browser's own dialog: it keeps the focus, closes by Escape,
 * and without scripts is open in the page. Render it only while it is open.
 */
export function ConfirmDialog({ title, text, cancel, cancelLabel = "Cancel", children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const id = useId();
  useBrowserLayoutEffect(() => {
    const dialog = ref.current;
    // Before the scripts ran, the dialog may have been read and a button focused: Enter is meant for that button.
    const held = dialog?.querySelector<HTMLElement>(":focus");
    dialog?.close();
    dialog?.showModal();
    held?.focus();
    // Gives the focus back to the element that opened it.
    return () => dialog?.close();
  }, []);
  const close = () =>
    typeof cancel === "string" ? navigate(cancel, { replace: true, preventScrollReset: true }) : cancel();
  return (
    <dialog
      ref={ref}
      open
      className="pn-dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className="pn-dialog-text">
        {text}
      </div>
      <div className="pn-actions">
        {typeof cancel === "string" ? (
          <Button component={Link} to={cancel} replace preventScrollReset variant="default">
            {cancelLabel}
          </Button>
        ) : (
          <Button variant="default" onClick={cancel}>
            {cancelLabel}
          </Button>
        )}
        {children}
      </div>
    </dialog>
  );
}
