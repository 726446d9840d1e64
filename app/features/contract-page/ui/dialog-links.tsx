import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ButtonView } from "~/features/contract-page/dialogs/dialog-view";
import type { ButtonPlace } from "~/features/contracts/operations/definition/staff-dialog";
import { type DialogPart, useDialogHref } from "./dialog-href";

type Props = {
  intent: string;
  part?: DialogPart;
  label: string;
  /** What it changes, for screen readers. */
  about?: string;
};

/** Opens a dialog by its address, so that it also works without scripts. */
function DialogLink({ intent, part, label, about }: Props) {
  const toHref = useDialogHref();
  return (
    <Button component={Link} to={toHref(intent, part)} preventScrollReset variant="default" size="xs">
      {label}
      {about && <span className="pn-hidden"> {about}</span>}
    </Button>
  );
}

type AllProps = Pick<Props, "part" | "about"> & { buttons: ButtonView[]; at: ButtonPlace };

/** The buttons of one place. */
export const DialogLinks = ({ buttons, at, part, about }: AllProps) =>
  buttons
    .filter((button) => button.at === at)
    .map(({ intent, label, about: own }) => (
      <DialogLink key={intent} intent={intent} part={part} label={label} about={own ?? about} />
    ));
