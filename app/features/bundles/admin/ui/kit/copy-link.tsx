import { Button } from "@mantine/core";
import { useState } from "react";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { IconCheck, IconLink } from "~/ui/icons/icons";

/** Copies a bundle's public address. Without scripts it is a link to that address. */
export function CopyLink({ link, name, size }: { link: string; name: string; size?: "xs" }) {
  const isHydrated = useHydrated();
  const [isCopied, setCopied] = useState(false);
  const Glyph = isCopied ? IconCheck : IconLink;
  const shared = { variant: "default", size, leftSection: <Glyph size={16} /> };
  if (!isHydrated)
    return (
      <Button component="a" href={link} {...shared}>
        Link<span className="pn-hidden"> of {name}</span>
      </Button>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <Button {...shared} onClick={copy}>
      {isCopied ? "Copied" : "Copy link"}
      <span className="pn-hidden"> of {name}</span>
    </Button>
  );
}
