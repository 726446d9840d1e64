import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { Edit } from "~/features/contract-page/dialogs/contract-edits";
import { type EditPlace, useDialogHref } from "~/features/contract-page/ui/staff-action-href";

type Props = {
  edit: Edit;
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
