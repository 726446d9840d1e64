import { useRef } from "react";
import { TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";

const HEX = /^#?([0-9a-f]{6})$/i;

/**
 * A colour in hex, typed or pasted; the swatch shows it, and opens the browser's colour picker. Without scripts only
 * the text counts.
 */
export function ColorField({ name, description }: { name: string; description: string }) {
  const { label, read, disabled } = useFormState();
  const text = useRef<HTMLInputElement>(null);
  const swatch = useRef<HTMLInputElement>(null);
  const pick = () => {
    if (!text.current || !swatch.current) return;
    text.current.value = swatch.current.value;
    // The form listens to input events.
    text.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const show = () => {
    const digits = HEX.exec(text.current?.value.trim() ?? "")?.[1];
    if (digits && swatch.current) swatch.current.value = `#${digits.toLowerCase()}`;
  };
  return (
    <TextField
      name={name}
      description={description}
      inputRef={text}
      onInput={show}
      maxLength={9}
      autoCapitalize="none"
      spellCheck={false}
      leftSectionWidth={44}
      leftSection={
        <input
          ref={swatch}
          type="color"
          className="pn-swatch"
          defaultValue={String(read(name))}
          onInput={pick}
          disabled={disabled}
          aria-label={`Pick: ${label(name)}`}
        />
      }
    />
  );
}
