import { DECLINE_CLASSES, listDeclineCodes } from "~/features/billing/gateway/port/declines";
import type { Binder } from "~/features/contracts/list/contract-lookups.server";
import { BUNDLE_KEY, NO_CODE, REFERRAL_CODES } from "~db/schema/fact-enums";
import type { OrderPart, PartOfOrders } from "./order-parts";

type Condition = (value: string, bind: Binder["bind"]) => string;

/** Whether an order `a` sold a line `l` that meets the condition. `offset 0`: a probe per order. */
const hasLine = (condition: string): string => `exists (select from orders o
  join order_lines l on l.shop_id = $1 and l.order_id = o.id
  where o.shop_id = $1 and o.attempt_id = a.id and ${condition} offset 0)`;

const isText = (column: string, value: string, bind: Binder["bind"]): string =>
  value === "" ? `coalesce(${column}, '') = ''` : `${column} = ${bind(value)}::text`;

/** Whether a column has this id; blank: none. */
export const isId = (column: string, value: string, bind: Binder["bind"]): string =>
  value === "" ? `${column} is null` : `${column} = ${bind(value)}::bigint`;

/** Whether an order `a` had a discount `e`, of a code `d` if the shop has it, that meets the condition. */
const hasDiscount = (condition: string): string => `exists (select from orders o
  cross join lateral jsonb_array_elements(o.discounts) as e (discount)
  left join discount_codes d on d.shop_id = $1 and d.code = e.discount ->> 'code'
  where o.shop_id = $1 and o.attempt_id = a.id and ${condition} offset 0)`;

const toCodes = (codes: readonly string[]): string => `{${codes.join(",")}}`;

/** The same rules as `PARTS_OF_FACTS` (fact-parts.server.ts); a test compares them. */
const CONDITIONS: Record<OrderPart, Condition> = {
  product: (value, bind) => hasLine(isId("l.product_id", value, bind)),
  variant: (value, bind) => hasLine(isId("l.variant_id", value, bind)),
  plan: (value, bind) => hasLine(isText("l.selling_plan_name", value, bind)),
  country: (value, bind) => hasLine(isText("o.delivery_address ->> 'countryCode'", value, bind)),
  bundle: (value, bind) =>
    hasLine(`exists (select from jsonb_array_elements(l.custom_attributes) as t (attribute)
      where t.attribute ->> 'key' = '${BUNDLE_KEY}' and ${isText("t.attribute ->> 'value'", value, bind)})`),
  code: (value, bind) => {
    if (value === NO_CODE) return hasDiscount("e.discount ->> 'code' is null");
    if (value === REFERRAL_CODES) return hasDiscount("d.origin = 'REFERRAL'");
    return hasDiscount(
      `e.discount ->> 'code' = ${bind(value)}::text and d.origin is distinct from 'REFERRAL'`,
    );
  },
  failure: (value, bind) => isText("a.first_error_code", value, bind),
  declineClass: (value, bind) => {
    const known = DECLINE_CLASSES.find((name) => name === value);
    return known
      ? `a.first_error_code = any(${bind(toCodes(listDeclineCodes(known)))}::text[])`
      : `coalesce(a.first_error_code, '') <> all(${bind(toCodes(DECLINE_CLASSES.flatMap(listDeclineCodes)))}::text[])`;
  },
};

/** SQL: whether an order `a` belongs to a part. $1 is the shop. @param part its value is a number for ids */
export const isOfPart = ({ by, value }: PartOfOrders, bind: Binder["bind"]): string =>
  CONDITIONS[by](value, bind);

/** SQL: whether the contract of an order `a` is in a currency; all amounts of the order are. */
export const isInCurrency = (currencyCode: string, bind: Binder["bind"]): string =>
  `exists (select from contracts c where c.shop_id = $1 and c.id = a.contract_id
    and c.currency_code = ${bind(currencyCode)}::text offset 0)`;
