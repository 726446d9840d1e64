import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ButtonView } from "~/features/contract-page/dialogs/dialog-view";
import { IconChevronDown } from "~/ui/icons/icons";
import { Disclosure } from "~/ui/parts/disclosure";
import { useDialogHref } from "./dialog-href";

/**
 * Actions on the contract: the first as a button, the others in a menu. Each opens its dialog by an address, so that it
 * also works without scripts.
 */
export function HeadButtons({ buttons }: { buttons: ButtonView[] }) {
  const toHref = useDialogHref();
  const [first, ...others] = buttons.filter(({ at }) => at === "head");
  if (!first) return null;
  return (
    <>
      <Button component={Link} to={toHref(first.intent)} preventScrollReset>
        {first.label}
      </Button>
      {others.length > 0 && (
        <Disclosure
          className="ct-menu"
          summary={
            <>
              More actions
              <IconChevronDown size={16} />
            </>
          }
        >
          <ul>
            {others.map(({ intent, label, isHarsh }) => (
              <li key={intent}>
                <Link to={toHref(intent)} preventScrollReset data-harsh={isHarsh || undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}
