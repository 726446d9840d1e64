import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { StaffActionLink } from "~/features/contract-page/dialogs/contract-actions";
import { useDialogHref } from "~/features/contract-page/ui/staff-action-href";
import { IconChevronDown } from "~/ui/icons/icons";
import { Disclosure } from "~/ui/parts/disclosure";

/**
 * Actions on the contract: the first as a button, the others in a menu. Each opens its dialog by an address, so that it
 * also works without scripts.
 */
export function StaffActionButtons({ actions }: { actions: StaffActionLink[] }) {
  const toHref = useDialogHref();
  const [first, ...others] = actions;
  if (!first) return null;
  return (
    <>
      <Button component={Link} to={toHref({ action: first.action })} preventScrollReset>
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
            {others.map(({ action, label }) => (
              <li key={action}>
                <Link
                  to={toHref({ action })}
                  preventScrollReset
                  data-harsh={action === "cancel" || undefined}
                >
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
