import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useActHref } from "~/components/contract-actions/act-href";
import type { ActLink } from "~/features/contract-actions/contract-actions";

/** What can be done with the contract; each opens its dialog by the address, so that it also works without scripts. */
export function ActButtons({ acts }: { acts: ActLink[] }) {
  const toHref = useActHref();
  return acts.map(({ act, label }) => (
    <Button
      key={act}
      component={Link}
      to={toHref(act)}
      preventScrollReset
      variant={act === "cancel" ? "subtle" : "default"}
      color={act === "cancel" ? "red" : undefined}
      size="sm"
    >
      {label}
    </Button>
  ));
}
