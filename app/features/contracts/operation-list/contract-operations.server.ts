// Written by `npm run urls` from the files of contracts/operations; only the order is by hand.
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { discountAddition } from "~/features/contracts/operations/discounts/add-discount.server";
import { discountApplication } from "~/features/contracts/operations/discounts/apply-discount.server";
import { discountRemoval } from "~/features/contracts/operations/discounts/remove-discount.server";
import { lineAddition } from "~/features/contracts/operations/lines/add-lines.server";
import { lineEdit } from "~/features/contracts/operations/lines/edit-line.server";
import { lineAttributes } from "~/features/contracts/operations/lines/line-attributes.server";
import { lineQuantity } from "~/features/contracts/operations/lines/line-quantity.server";
import { lineRemoval } from "~/features/contracts/operations/lines/remove-lines.server";
import { lineSkip } from "~/features/contracts/operations/lines/skip-line.server";
import { contractSplit } from "~/features/contracts/operations/lines/split-contract.server";
import { lineSwap } from "~/features/contracts/operations/lines/swap-lines.server";
import { lineUpdate } from "~/features/contracts/operations/lines/update-line.server";
import { oneTimeProductAddition } from "~/features/contracts/operations/one-time-products/add-one-time-product.server";
import { oneTimeProductRemoval } from "~/features/contracts/operations/one-time-products/remove-one-time-product.server";
import { nextDate } from "~/features/contracts/operations/orders/next-date.server";
import { pauseUntil } from "~/features/contracts/operations/orders/pause-until.server";
import { orderSkip } from "~/features/contracts/operations/orders/skip-order.server";
import { paymentMethodChange } from "~/features/contracts/operations/payment/payment-method.server";
import { billingInterval } from "~/features/contracts/operations/terms/billing-interval.server";
import { contractNote, orderNote } from "~/features/contracts/operations/terms/notes.server";
import { oneDeliveryPrice } from "~/features/contracts/operations/terms/one-delivery-price.server";
import { contractPlan } from "~/features/contracts/operations/terms/selling-plan.server";
import { shippingAddress } from "~/features/contracts/operations/terms/shipping-address.server";
import { changeUndo } from "~/features/contracts/operations/undo-change.server";

/** All operations on a contract that have forms; those of portal and admin are collected from this list. */
export const contractOperations = [
  shippingAddress,
  lineEdit,
  lineQuantity,
  lineAttributes,
  lineSkip,
  discountApplication,
  discountRemoval,
  oneTimeProductAddition,
  oneTimeProductRemoval,
  contractStatus,
  nextDate,
  pauseUntil,
  billingInterval,
  orderSkip,
  lineAddition,
  lineRemoval,
  lineSwap,
  lineUpdate,
  contractPlan,
  oneDeliveryPrice,
  contractSplit,
  discountAddition,
  contractNote,
  orderNote,
  paymentMethodChange,
  changeUndo,
];
