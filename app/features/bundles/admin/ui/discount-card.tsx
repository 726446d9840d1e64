import { BundleFields, useEditor } from "~/features/bundles/admin/ui/kit/editor-context";
import { Rows } from "~/features/bundles/admin/ui/kit/rows";
import { usesPart } from "~/features/bundles/rules/box-types";
import { hasBoxTiers } from "~/features/bundles/rules/bundle-price";
import { leadsToCart } from "~/features/bundles/rules/carried-discounts";
import { TextField } from "~/ui/form/form-fields";
import { FormCard } from "~/ui/parts/card";
import { DealRows } from "./deal-rows";

const { SelectField, TickField } = BundleFields;

export function DiscountCard() {
  const { draft } = useEditor();
  const type = draft.buildABoxType;
  const isDelivery = type === "SHIPPING_DISCOUNT";
  return (
    <FormCard title={isDelivery ? "Off delivery" : "Discount"}>
      {usesPart(type, "discount") && (
        <TextField
          name="discount"
          label={isDelivery ? "Off every delivery" : "Off every box"}
          inputMode="decimal"
          suffix="%"
          placeholder="0"
        />
      )}
      {usesPart(type, "tieredDiscount") && <Tiers hasCodes={leadsToCart(draft) && hasBoxTiers(draft)} />}
      {usesPart(type, "productDiscountType") && (
        <SelectField
          name="productDiscountType"
          options={[
            { value: "EACH_PRODUCT", label: "each product by itself" },
            { value: "SELECTED_PRODUCT", label: "everything in the box together" },
          ]}
        />
      )}
      {usesPart(type, "buy") && (
        <DealRows name="variants" title="Whoever buys" addLabel="Add a product to buy" />
      )}
      {usesPart(type, "get") && (
        <DealRows
          name="discountedVariants"
          title={type === "BUY_X_GET_Y" ? "gets cheaper" : "Special prices"}
          addLabel="Add a cheaper product"
        />
      )}
      {leadsToCart(draft) && (
        <TextField
          name="discountCode"
          label={usesPart(type, "get") ? "Discount code for all of this" : "Discount code"}
          description="The platform’s cart applies only its own discount codes. The page sends this code along; without one, it shows and sells the box at the cart’s price."
        />
      )}
      <SelectField
        name="appliesOn"
        options={[
          { value: "BOTH", label: "single orders and subscriptions" },
          { value: "SUBSCRIPTION", label: "subscriptions only" },
          { value: "ONE_TIME", label: "single orders only" },
          { value: "PRODUCT", label: "products, however they are bought" },
          { value: "COLLECTION", label: "collections, however they are bought" },
        ]}
      />
      <TickField
        name="thirdPartyRule"
        label="Combine with discounts from other apps"
        description="Stored with the bundle for whatever applies the discount at checkout."
      />
    </FormCard>
  );
}

/**
 * `hasCodes`: each tier has a discount code of its own at the platform; otherwise the bundle's code serves all tiers.
 */
function Tiers({ hasCodes }: { hasCodes: boolean }) {
  const { tieredDiscount } = useEditor().draft;
  const last = tieredDiscount.at(-1);
  return (
    <fieldset className="pn-plain">
      <legend className="pn-group-title">More items, more off</legend>
      <Rows
        list="tieredDiscount"
        nameOf={(_, index) => `tier ${index + 1}`}
        addLabel="Add a tier"
        isFull={tieredDiscount.length >= 20}
        toNew={() => ({ quantity: toNext(last?.quantity, 3), discount: toNext(last?.discount, 5), code: "" })}
      >
        {(_, { at }) => (
          <>
            <TextField name={at("quantity")} label="From" inputMode="decimal" suffix="items" />
            <TextField name={at("discount")} label="Off" inputMode="decimal" suffix="%" />
            {hasCodes && (
              <TextField name={at("code")} label="Discount code" placeholder="None: not promised" />
            )}
          </>
        )}
      </Rows>
    </fieldset>
  );
}

/** A first value for the next row: one step above the last. */
const toNext = (last: string | undefined, step: number): string => {
  const value = Number(last ?? 0);
  return Number.isFinite(value) ? String(value + step) : "";
};
