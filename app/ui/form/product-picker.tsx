import { TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useCombobox } from "~/ui/hooks/use-combobox";
import { useFetcher } from "~/ui/hooks/use-fetcher";
import { IconSearch } from "~/ui/icons/icons";
import { ProductPicture } from "./product-picture";

/** A choice as it is shown. */
type PickerRow = {
  key: string;
  title: string;
  note?: ReactNode;
  image: string | null;
  /** A variant of the product above it: indented, without a picture. */
  isKind?: boolean;
  /** If several can be chosen: whether this one is already. */
  isAdded?: boolean;
};

type InputProps = ReturnType<typeof useCombobox>["inputProps"];

type Props<Found> = {
  /** The address that answers `?q=`. */
  address: string;
  toRow: (found: Found) => PickerRow;
  /** `field` holds the text that was typed. */
  onChoose: (found: Found, field: HTMLInputElement | null) => void;
  onInput?: () => void;
  /** For several choices: on focus it opens with all results, and stays open for the next choice. */
  isForMany?: boolean;
  /** Which results can be chosen; all by default. */
  isOffered?: (found: Found) => boolean;
  /** Of the search field; `error` concerns what was chosen. */
  label?: string;
  id?: string;
  error?: string;
  /** Another field in its place: a text input with its label. */
  children?: (inputProps: InputProps) => ReactNode;
};

/**
 * Chooses a product by part of its name, with picture and price. A combobox (ARIA 1.2, list autocomplete); the form
 * around it provides a replacement for when there are no scripts.
 */
export function ProductPicker<Found>({
  address,
  toRow,
  onChoose,
  onInput,
  isForMany,
  ...props
}: Props<Found>) {
  const fetcher = useFetcher<unknown>();
  const { isOffered, label, id, error } = props;
  const data = fetcher.data as Found[] | undefined;
  const listId = `${useId()}-found`;
  const { isOpen, options, optionProps, inputProps, inputRef } = useCombobox<Found>(
    {
      search: (text) => fetcher.load(`${address}?q=${encodeURIComponent(text)}`),
      options: isOffered ? data?.filter(isOffered) : data,
      onInput,
      onChoose: (found) => {
        if (!toRow(found).isAdded) onChoose(found, inputRef.current);
      },
      opensOnFocus: isForMany,
      staysOpen: isForMany,
    },
    listId,
  );
  return (
    <div className="pn-picker">
      {props.children?.(inputProps) ?? (
        <TextInput
          id={id}
          label={label}
          error={error}
          type="search"
          placeholder="Product name"
          autoComplete="off"
          leftSection={<IconSearch size={16} />}
          {...inputProps}
        />
      )}
      <p className="pn-hidden" role="status">
        {isOpen ? `${options.length} ${options.length === 1 ? "product" : "products"} found` : ""}
      </p>
      <div
        id={listId}
        className="pn-picker-found"
        role="listbox"
        aria-label="Products found"
        hidden={!isOpen}
      >
        {options.length === 0 && (
          <div
            className="pn-row pn-picker-row pn-dimmed"
            role="option"
            aria-selected={false}
            aria-disabled
            tabIndex={-1}
          >
            No matching products
          </div>
        )}
        {options.map((found, index) => {
          const { key, title, note, image, isKind, isAdded } = toRow(found);
          return (
            <div
              key={key}
              {...optionProps(found, index)}
              aria-disabled={isAdded}
              className="pn-row pn-picker-row"
              data-kind={isKind || undefined}
            >
              {!isKind && <ProductPicture url={image} size={36} />}
              <span className="pn-text">
                <strong>{title}</strong>
                <span className="pn-dimmed">{note}</span>
              </span>
              {isForMany && <span className="pn-picker-add">{isAdded ? "Added" : "Add"}</span>}
            </div>
          );
        })}
      </div>
    </div>
  );
}
