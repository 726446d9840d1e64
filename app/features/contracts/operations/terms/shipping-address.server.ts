import { z } from "zod";
import { ADDRESS_EXAMPLE, shippingAddressSchema } from "~/features/addresses/address.schema.server";
import { toAddressChoices } from "~/features/addresses/address-choices.server";
import { requireEditable, toAddressChange } from "~/features/contracts/change/contract-edits";
import { defineContractOperation } from "~/features/contracts/operations/definition/define-contract-operation.server";
import { contractId } from "~/features/contracts/operations/definition/parameters";
import type { Address } from "~db/schema/customers";

const toWanted = (address: Address) => ({ address });

/** Changes where future orders are shipped. Rule and refusals: `toAddressChange`. */
export const shippingAddress = defineContractOperation<{ address: Address }, "address">({
  customerSwitch: "address",
  canBeUndone: true,
  change: (state, { address }) => toAddressChange(state, address),
  portalForms: {
    address: {
      operationId: "portalChangeAddress",
      body: z.preprocess(toAddressBody, shippingAddressSchema).transform(toWanted),
      fieldOf: { countryCode: "country", provinceCode: "province" },
      checkOf: { zip: "postcode", province: "province", phone: "phone" },
      labelOf: ({ address }) => address,
      outcome: () => ({ done: "address" }),
    },
  },
  staffForms: { address: shippingAddressSchema.transform(toWanted) },
  staffDialogs: {
    address: {
      done: "Address changed",
      button: {
        at: "delivery",
        label: "Change address",
        isOffered: ({ deliveryMethodType }) => deliveryMethodType === "SHIPPING",
      },
      view(state) {
        if (state.contract.deliveryMethodType !== "SHIPPING") return null;
        requireEditable(state);
        return {
          title: "Change shipping address",
          lines: ["Orders that have already been placed are not changed."],
          confirm: "Change address",
          rows: [[{ kind: "address", ...toAddressChoices(state.contract.deliveryAddress) }]],
        };
      },
    },
  },
});

/** Operation 7. */
export const updateShippingAddress = shippingAddress.json({
  name: "updateShippingAddress",
  path: "subscription-contracts-update-shipping-address",
  summary: "Change the shipping address of a contract",
  description: "Replaces the whole address. For ACTIVE, PAUSED and FAILED contracts that are shipped.",
  method: "PUT",
  query: z.object({ contractId }),
  body: shippingAddressSchema,
  bodyExample: ADDRESS_EXAMPLE,
  problems: ["conflict"],
  read: ({ query, body }) => ({ ...query, address: body }),
});

/**
 * The portal's form has one field for the province: a list whose values are whole codes, or text. A choice made from
 * the previous country's list is dropped for another country.
 */
function toAddressBody(form: unknown): unknown {
  const { country, provinceCode, ...fields } = z.record(z.string(), z.unknown()).catch({}).parse(form);
  const isOfCountry = typeof provinceCode === "string" && provinceCode.startsWith(`${country}-`);
  return { ...fields, countryCode: country, provinceCode: isOfCountry ? provinceCode : null };
}
