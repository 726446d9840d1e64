import { mayHaveNextOrder } from "~/features/contracts/change/contract-transitions";
import { CONTRACT_COLUMNS, type ContractColumn } from "~/features/imports/records/import-files";
import { MAX_IMPORTED_QUANTITY } from "~/lib/limits";
import { currencyDecimals } from "~/lib/money";
import type { importContractRows } from "~db/schema/imports";
import {
  parseCode,
  parseCount,
  parseCountry,
  parseCurrency,
  parseDeliveryMethod,
  parseId,
  parseInstant,
  parseInterval,
  parseIntervalCount,
  parseMoney,
  parseProvince,
  parseStatus,
  parseText,
} from "./import-values";
import { createRowReader, type RowError, type RowReader } from "./row-reader";
import { toAddress } from "./staged-address";

type StagedRow = Omit<typeof importContractRows.$inferInsert, "shopId" | "importId">;
type Head = Omit<StagedRow, "handle" | "line" | "isBad" | "isHead" | keyof LineItem>;
type LineItem = Pick<
  StagedRow,
  "variantId" | "quantity" | "currentPrice" | "sellingPlanId" | "sellingPlanName"
>;

/** Columns that only the first row of a contract carries. */
const HEAD_COLUMNS = CONTRACT_COLUMNS.filter((column) => column !== "handle" && !column.startsWith("line_"));

/** The row to stage; null if not even its handle can be read. */
export type ContractRow = { staged: StagedRow | null; errors: RowError[] };

/**
 * One row of contracts.csv. A row with any contract column filled must carry a whole contract ("head"); every row must
 * carry a whole line item. A bad row is staged with its handle only, so that its whole contract is left out.
 *
 * @param find trimmed text of a column
 * @param lineId uuid for the new line item
 */
export function readContractRow(
  find: (column: ContractColumn) => string,
  line: number,
  lineId: string,
): ContractRow {
  const row = createRowReader(find);
  const handle = row.required("handle", parseText(255));
  const isHead = HEAD_COLUMNS.some((column) => find(column) !== "");
  const head = isHead ? readHead(row) : null;
  const item = readLineItem(row);
  if (handle === null) return { staged: null, errors: row.errors };
  if (row.errors.length > 0)
    return { staged: { handle, line, isBad: true, isHead: false }, errors: row.errors };
  return { staged: { handle, line, isBad: false, isHead, ...head, ...item, lineId }, errors: [] };
}

function readLineItem(row: RowReader<ContractColumn>): LineItem {
  return {
    variantId: row.required("line_variant_id", parseId),
    quantity: row.required("line_quantity", parseCount(MAX_IMPORTED_QUANTITY)),
    currentPrice: row.required("line_current_price", parseMoney),
    sellingPlanId: row.optional("line_selling_plan_id", parseId),
    sellingPlanName: row.optional("line_selling_plan_name", parseText(255)),
  };
}

function readHead(row: RowReader<ContractColumn>): Head {
  const status = row.required("status", parseStatus);
  const mustHaveDate = status === null || mayHaveNextOrder(status);
  const upcomingBillingDate = row[mustHaveDate ? "required" : "optional"](
    "upcoming_billing_date",
    parseInstant,
  );
  const billingInterval = row.required("cadence_interval", parseInterval);
  const currencyCode = row.required("currency_code", parseCurrency);
  const customerId = row.required("customer_id", parseId);
  const billingIntervalCount = row.required("cadence_interval_count", parseIntervalCount(billingInterval));
  const paymentMethodId = row.optional("customer_payment_method_id", parseText(255));
  const deliveryPrice = row.required("delivery_price", parseMoney);
  return {
    status,
    upcomingBillingDate,
    billingInterval,
    billingIntervalCount,
    currencyCode,
    currencyDecimals: currencyCode === null ? null : currencyDecimals(currencyCode),
    customerId,
    paymentMethodId,
    deliveryPrice,
    ...readDelivery(row),
  };
}

function readDelivery(row: RowReader<ContractColumn>) {
  const deliveryMethodType = row.required("delivery_method_type", parseDeliveryMethod);
  const isDelivered = deliveryMethodType === "SHIPPING" || deliveryMethodType === "LOCAL_DELIVERY";
  const must = isDelivered ? "required" : "optional";
  const countryCode = row[must]("delivery_address_country_code", parseCountry);
  const localPhone = row.optional("delivery_local_delivery_phone", parseCode);
  const addressPhone = row.optional("delivery_address_phone", parseCode);
  return {
    deliveryMethodType,
    deliveryAddress: toAddress({
      firstName: row.optional("delivery_address_first_name", parseText(255)),
      lastName: row.optional("delivery_address_last_name", parseText(255)),
      company: row.optional("delivery_address_company", parseText(255)),
      address1: row[must]("delivery_address_address1", parseText(500)),
      address2: row.optional("delivery_address_address2", parseText(500)),
      city: row[must]("delivery_address_city", parseText(255)),
      provinceCode: row.optional("delivery_address_province_code", parseProvince(countryCode)),
      countryCode,
      zip: row.optional("delivery_address_zip", parseCode),
      phone: addressPhone ?? (deliveryMethodType === "LOCAL_DELIVERY" ? localPhone : null),
    }),
    deliveryInstructions: row.optional("delivery_local_delivery_instructions", parseText(5000)),
    pickupLocationId: row.optional("delivery_pickup_method_location_id", parseText(255)),
  };
}
