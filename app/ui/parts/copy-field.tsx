import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { IconCheck, IconCopy } from "~/ui/icons/icons";

/** Text to copy: a field that can be selected, and a copy button if there are scripts. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const copy = async () => {
    inputRef.current?.select();
    // Without a secure origin there is no clipboard: the text is then selected, ready for Ctrl-C.
    if (!navigator.clipboard) return;
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <div className="pn-row pn-copy">
      <TextInput
        ref={inputRef}
        label={label}
        value={value}
        readOnly
        className="pn-grow"
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      {isHydrated && (
        <Button
          onClick={copy}
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        >
          {isCopied ? "Copied" : "Copy"}
        </Button>
      )}
      <span role="status" className="pn-hidden">
        {isCopied ? `${label} copied` : ""}
      </span>
    </div>
  );
}
