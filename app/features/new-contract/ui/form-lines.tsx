import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { VariantChoice } from "~/features/new-contract/new-contract.service.server";
import { type FormLine, NO_PLAN } from "~/features/new-contract/new-contract-form";
import { MAX_LINES, MAX_QUANTITY } from "~/lib/limits";
import { SelectField, TextField } from "~/ui/form/form-fields";
import { useFormState } from "~/ui/form/form-state";
import { NumberField } from "~/ui/form/number-field";
import { ProductPicker } from "~/ui/form/product-picker";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { fieldId } from "~/ui/parts/form-problem";
import { CollapsedFields } from "./collapsed-fields";

type Plans = readonly { value: string; label: string }[];
type Props = {
  initial: readonly FormLine[];
  plans: Plans;
  currencyCode: string;
  /** Results of a search without scripts; null before one. */
  found: readonly VariantChoice[] | null;
};

/** The contract's products: added by the picker, or without scripts by a search and its buttons. */
export function FormLines({ initial, plans, currencyCode, found }: Props) {
  const [lines, setLines] = useState(initial);
  const isHydrated = useHydrated();
  const { error } = useFormState();
  const nextNumber = useRef(Math.max(-1, ...initial.map(({ number }) => number)) + 1);
  const add = ({ variantId, title }: VariantChoice) =>
    setLines((before) => [...before, { number: nextNumber.current++, variantId, title }]);
  return (
    <>
      {lines.length === 0 && <p className="pn-dimmed">No products yet.</p>}
      <ul className="pn-plain pn-stack">
        {lines.map((line) => (
          <Line
            key={line.number}
            line={line}
            plans={plans}
            currencyCode={currencyCode}
            onRemove={() => setLines((before) => before.filter(({ number }) => number !== line.number))}
          />
        ))}
      </ul>
      {lines.length < MAX_LINES &&
        (isHydrated ? (
          <ProductPicker<VariantChoice>
            address="/admin/contracts/new/variants"
            label="Add a product"
            id={fieldId("productSearch")}
            error={error("productSearch")}
            isForMany
            toRow={({ variantId, title, note }) => ({ key: variantId, title, note, image: null })}
            onChoose={add}
          />
        ) : (
          <PlainSearch found={found} />
        ))}
    </>
  );
}

type LineProps = { line: FormLine; plans: Plans; currencyCode: string; onRemove: () => void };

function Line({ line: { number, variantId, title }, plans, currencyCode, onRemove }: LineProps) {
  const { error } = useFormState();
  const isHydrated = useHydrated();
  const wrong = error(`variant${number}`);
  return (
    <li className="pn-unequal nc-line">
      <input type="hidden" name={`variant${number}`} value={variantId} />
      <input type="hidden" name={`title${number}`} value={title} />
      <div id={fieldId(`variant${number}`)} tabIndex={-1} className="pn-strong">
        <bdi>{title}</bdi>
        {wrong && <p className="pn-error">{wrong}</p>}
      </div>
      <NumberField
        name={`quantity${number}`}
        label="Quantity"
        aria-label={`Quantity of ${title}`}
        initial={1}
        min={1}
        max={MAX_QUANTITY}
      />
      <TextField
        name={`price${number}`}
        label="Price (blank: as usual)"
        aria-label={`Price of ${title}, blank as usual`}
        suffix={currencyCode}
        inputMode="decimal"
      />
      <Button
        type={isHydrated ? "button" : "submit"}
        name="step"
        value={`remove:${number}`}
        variant="default"
        formNoValidate
        onClick={isHydrated ? onRemove : undefined}
      >
        Remove<span className="pn-hidden"> {title}</span>
      </Button>
      {plans.length > 0 && (
        <CollapsedFields summary="A plan of its own" of={title} names={[`plan${number}`]}>
          <SelectField
            name={`plan${number}`}
            label={`Plan of ${title}`}
            options={[
              { value: "", label: "The contract's, where it is for this product" },
              { value: NO_PLAN, label: "None" },
              ...plans,
            ]}
          />
        </CollapsedFields>
      )}
    </li>
  );
}

function PlainSearch({ found }: Pick<Props, "found">) {
  return (
    <div className="pn-stack pn-tight">
      <div className="pn-searchbar">
        <TextField name="productSearch" label="Add a product" placeholder="Product name" />
        <Button type="submit" name="step" value="products" variant="default" formNoValidate>
          Search
        </Button>
      </div>
      {found?.length === 0 && <p>No matching products.</p>}
      {found && found.length > 0 && (
        <ul className="pn-plain pn-stack pn-tight" aria-label="Products found">
          {found.map(({ variantId, title, note }) => (
            <li key={variantId} className="pn-row">
              <Button
                type="submit"
                name="step"
                value={`add:${variantId}`}
                variant="default"
                size="xs"
                formNoValidate
              >
                Add<span className="pn-hidden"> {title}</span>
              </Button>
              <span>
                <bdi>{title}</bdi> <span className="pn-dimmed">{note}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
