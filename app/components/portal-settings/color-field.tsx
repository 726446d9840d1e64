import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef } from "react";

const HEX = /^#?([0-9a-f]{6})$/i;

/** A colour in hex, typed or pasted; the swatch shows it, and opens the browser's own picker. Without scripts the text counts. */
export function ColorField({ label, defaultValue, ...props }: TextInputProps) {
  const text = useRef<HTMLInputElement>(null);
  const swatch = useRef<HTMLInputElement>(null);
  const pick = () => {
    if (!text.current || !swatch.current) return;
    text.current.value = swatch.current.value;
    // The form listens for what is typed.
    text.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const show = () => {
    const digits = HEX.exec(text.current?.value.trim() ?? "")?.[1];
    if (digits && swatch.current) swatch.current.value = `#${digits.toLowerCase()}`;
  };
  return (
    <TextInput
      {...props}
      ref={text}
      label={label}
      defaultValue={defaultValue}
      onInput={show}
      maxLength={9}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leftSectionWidth={44}
      leftSection={
        <input
          ref={swatch}
          type="color"
          className="pn-swatch"
          defaultValue={String(defaultValue)}
          onInput={pick}
          disabled={props.disabled}
          aria-label={`Pick: ${String(label)}`}
        />
      }
    />
  );
}
