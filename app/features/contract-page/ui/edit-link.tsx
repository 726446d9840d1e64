import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { DeclaredButton } from "~/features/contract-page/dialogs/contract-edits";
import { type EditPlace, useDialogHref } from "~/features/contract-page/ui/staff-action-href";

type Props = {
  /** `Edit`, or the intent of a declared dialog. */
  edit: string;
  place?: EditPlace;
  label: string;
  /** What it edits, for screen readers. */
  about?: string;
};

/** Opens the dialog of an edit by its address, so that it also works without scripts. */
export function EditLink({ edit, place, label, about }: Props) {
  const toHref = useDialogHref();
  return (
    <Button component={Link} to={toHref({ edit, ...place })} preventScrollReset variant="default" size="xs">
      {label}
      {about && <span className="pn-hidden"> {about}</span>}
    </Button>
  );
}

/** The buttons of this card that operations declare. */
export const DeclaredLinks = ({ buttons, at }: { buttons: DeclaredButton[]; at: DeclaredButton["at"] }) =>
  buttons
    .filter((button) => button.at === at)
    .map(({ edit, label }) => <EditLink key={edit} edit={edit} label={label} />);
