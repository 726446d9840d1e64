import { DealRows } from "~/components/bundles/deal-rows";
import { newRowKey, useEditor } from "~/components/bundles/editor-context";
import { Card, FlagField, ListError, SelectField, TextField } from "~/components/bundles/fields";
import { AddRow, Row, RowField, withoutRow, withRow } from "~/components/bundles/rows";
import { usesPart } from "~/features/bundles/box-types";
import { hasBoxTiers } from "~/features/bundles/bundle-price";
import { leadsToCart } from "~/features/bundles/carried-discounts";

/** What a box saves. */
export function DiscountCard() {
  const { draft } = useEditor();
  const type = draft.buildABoxType;
  const isDelivery = type === "SHIPPING_DISCOUNT";
  return (
    <Card title={isDelivery ? "Off delivery" : "Discount"}>
      {usesPart(type, "discount") && (
        <TextField
          name="discount"
          label={isDelivery ? "Off every delivery" : "Off every box"}
          numeric
          suffix="%"
          placeholder="0"
        />
      )}
      {usesPart(type, "tieredDiscount") && <Tiers hasCodes={leadsToCart(draft) && hasBoxTiers(draft)} />}
      {usesPart(type, "productDiscountType") && (
        <SelectField
          name="productDiscountType"
          label="Tiers count"
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
          description="The platform’s cart takes off what a discount code of its own takes off. The page sends the code along; without one it shows and sells the box at the cart’s price."
        />
      )}
      <SelectField
        name="appliesOn"
        label="Applies to"
        options={[
          { value: "BOTH", label: "single orders and subscriptions" },
          { value: "SUBSCRIPTION", label: "subscriptions only" },
          { value: "ONE_TIME", label: "single orders only" },
          { value: "PRODUCT", label: "products, however they are bought" },
          { value: "COLLECTION", label: "collections, however they are bought" },
        ]}
      />
      <FlagField
        name="thirdPartyRule"
        label="Combine with discounts from other apps"
        description="Stored with the bundle for whatever applies the discount at checkout."
      />
    </Card>
  );
}

/** `hasCodes`: each tier has a code of its own at the platform; else the bundle's code stands for all of them. */
function Tiers({ hasCodes }: { hasCodes: boolean }) {
  const { draft, patch } = useEditor();
  const { tieredDiscount } = draft;
  const last = tieredDiscount.at(-1);
  return (
    <fieldset className="be-group">
      <legend>More items, more off</legend>
      <ListError name="tieredDiscount" />
      <ul className="be-rows">
        {tieredDiscount.map((tier, index) => {
          const change = (fields: Partial<typeof tier>) =>
            patch((before) => ({ tieredDiscount: withRow(before.tieredDiscount, tier.key, fields) }));
          return (
            <Row
              key={tier.key}
              name={`tier ${index + 1}`}
              onRemove={() =>
                patch((before) => ({ tieredDiscount: withoutRow(before.tieredDiscount, tier.key) }))
              }
            >
              <RowField
                label="From"
                at={`/tieredDiscount/${index}/quantity`}
                value={tier.quantity}
                onChange={(quantity) => change({ quantity })}
                numeric
                suffix="items"
              />
              <RowField
                label="Off"
                at={`/tieredDiscount/${index}/discount`}
                value={tier.discount}
                onChange={(discount) => change({ discount })}
                numeric
                suffix="%"
              />
              {hasCodes && (
                <RowField
                  label="Discount code"
                  at={`/tieredDiscount/${index}/code`}
                  value={tier.code}
                  onChange={(code) => change({ code })}
                  placeholder="None: not promised"
                />
              )}
            </Row>
          );
        })}
      </ul>
      <AddRow
        label="Add a tier"
        disabled={tieredDiscount.length >= 20}
        onAdd={() =>
          patch((before) => ({
            tieredDiscount: [
              ...before.tieredDiscount,
              {
                key: newRowKey(),
                quantity: toNext(last?.quantity, 3),
                discount: toNext(last?.discount, 5),
                code: "",
              },
            ],
          }))
        }
      />
    </fieldset>
  );
}

/** A start for the next row: a step more than the last one. */
const toNext = (last: string | undefined, step: number): string => {
  const value = Number(last ?? 0);
  return Number.isFinite(value) ? String(value + step) : "";
};
