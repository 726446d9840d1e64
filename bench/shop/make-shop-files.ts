import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DAY_MS } from "~/lib/days";

/**
 * Writes a made-up shop in the platform's export formats, the same for the same numbers, of any size in constant
 * memory: `node scripts/run.mjs bench/shop/make-shop-files.ts <folder> [contracts] [customers] [products] [padding]`.
 * Padding: additional bytes of each contract row and product that are not imported, for large files with few rows.
 */
const [folder = "", contracts = "100000", customers = "20000", products = "200", padding = "0"] =
  process.argv.slice(2);
if (!folder || ![contracts, customers, products, padding].every((count) => /^\d+$/.test(count))) {
  process.stderr.write("make-shop-files.ts <folder> [contracts] [customers] [products] [padding]\n");
  process.exit(2);
}

const FIRST_NAMES = ["Zoë", "Łukasz", "María", "Jane", "Søren", "Fatima", "Anaïs", "Bjørn", "Aisha", "Wei"];
const LAST_NAMES = ["Østergaard", "D'Angelo", "van der Berg", "Li", "Nowak", "Smith", "Lefèvre", "O'Neil"];
const ADDRESSES = [
  ["1 Main St", "Portland", "OR", "US", "97201"],
  ['"88 Queen St W, Unit 5"', "Toronto", "ON", "CA", "M5H 2N2"],
  ["Hauptstraße 12", "Berlin", "BE", "DE", "10115"],
  ["1-2-3 Shibuya", "Tokyo", "JP-13", "JP", "150-0002"],
  ["5 rue de l'Église", "Lyon", "", "FR", "69001"],
];
const CADENCES = [
  ["WEEK", 1],
  ["WEEK", 2],
  ["MONTH", 1],
  ["MONTH", 1],
  ["MONTH", 3],
  ["DAY", 10],
  ["YEAR", 1],
] as const;
const STATUSES = [
  "ACTIVE",
  "ACTIVE",
  "ACTIVE",
  "ACTIVE",
  "ACTIVE",
  "ACTIVE",
  "ACTIVE",
  "PAUSED",
  "CANCELLED",
  "FAILED",
];

/** The same number for the same position, from 0 up to `below` (xorshift of a mixed seed). */
function pick(place: number, salt: number, below: number): number {
  let x = (place * 2654435761 + salt * 40503 + 1) >>> 0;
  for (const shift of [13, 17, 5]) x = (shift === 17 ? x ^ (x >>> shift) : x ^ (x << shift)) >>> 0;
  return x % below;
}
const from = <T>(list: readonly T[], place: number, salt: number): T =>
  list[pick(place, salt, list.length)] as T;

const VARIANTS_EACH = 2;
const PADDING = "x".repeat(Number(padding));
const toCustomerId = (index: number): number => 6_300_000_000_000 + index * 7;
const toProductId = (index: number): number => 7_000_000_000_000 + index * 11;
const toVariantId = (index: number): number => 41_000_000_000_000 + index * 13;
const toPrice = (place: number): string => (5 + pick(place, 9, 9500) / 100).toFixed(2);

function* productPieces(count: number): Generator<string> {
  yield '{"products":[';
  for (let index = 0; index < count; index++) {
    const id = toProductId(index);
    const variants = Array.from({ length: VARIANTS_EACH }, (_, position) => ({
      id: toVariantId(index * VARIANTS_EACH + position),
      title: position === 0 ? "250 g" : "1 kg",
      sku: `SKU-${index}-${position}`,
      requires_shipping: true,
      taxable: true,
      available: true,
      price: toPrice(index * VARIANTS_EACH + position),
      position: position + 1,
      product_id: id,
    }));
    const images = [
      {
        id: id + 1,
        src: `https://cdn.example.com/files/${id}.jpg`,
        width: 800,
        height: 800,
        variant_ids: [],
      },
    ];
    const product = {
      id,
      title: `Roast No. ${index + 1}`,
      handle: `roast-${index + 1}`,
      vendor: "Northwind",
      body_html: PADDING,
      variants,
      images,
    };
    yield `${index === 0 ? "" : ",\n"}${JSON.stringify(product)}`;
  }
  yield "]}\n";
}

function* customerPieces(count: number): Generator<string> {
  yield "\uFEFFCustomer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\r\n";
  for (let index = 0; index < count; index++) {
    const [street, city, province, country, zip] = from(ADDRESSES, index, 1);
    const note = pick(index, 2, 20) === 0 ? '"Prefers\nmornings"' : "";
    yield `'${toCustomerId(index)},${from(FIRST_NAMES, index, 3)},${from(LAST_NAMES, index, 4)},customer.${index}@example.com,yes,,${street},,${city},${province},${country},'${zip},'+1555${1_000_000 + index},'+1555${1_000_000 + index},no,12.50,3,${note},no,"vip, wholesale"\r\n`;
  }
}

const FIRST_DAY = Date.UTC(2030, 0, 1);

function* contractPieces(count: number, customerCount: number, variantCount: number): Generator<string> {
  yield "handle,upcoming_billing_date,customer_id,currency_code,status,cadence_interval,cadence_interval_count,customer_payment_method_id,delivery_price,delivery_method_type,delivery_address_first_name,delivery_address_last_name,delivery_address_address1,delivery_address_address2,delivery_address_city,delivery_address_province_code,delivery_address_country_code,delivery_address_company,delivery_address_zip,delivery_address_phone,delivery_local_delivery_phone,delivery_local_delivery_instructions,delivery_pickup_method_location_id,line_variant_id,line_quantity,line_current_price,line_selling_plan_id,line_selling_plan_name,internal_note\n";
  for (let index = 0; index < count; index++) {
    const handle = `sub-${String(index + 1).padStart(9, "0")}`;
    const [street, city, province, country, zip] = from(ADDRESSES, index, 1);
    const [interval, every] = from(CADENCES, index, 5);
    const date = new Date(
      FIRST_DAY + pick(index, 6, 90) * DAY_MS + pick(index, 7, 24) * 3_600_000,
    ).toISOString();
    const plan = `${3_607_000_000 + pick(index, 5, CADENCES.length)},"Delivery every ${every} ${interval.toLowerCase()}, save 10%"`;
    const customer = toCustomerId(pick(index, 8, customerCount));
    const head = `${date},${customer},USD,${from(STATUSES, index, 10)},${interval},${every},pm-${index},4.99,SHIPPING,${from(FIRST_NAMES, index, 3)},${from(LAST_NAMES, index, 4)},${street},,${city},${province},${country},,${zip},,,,`;
    const lines = 1 + Math.floor(pick(index, 11, 9) / 4);
    for (let line = 0; line < lines; line++) {
      const variant = pick(index + line, 12, variantCount);
      yield `${handle},${line === 0 ? head : ",".repeat(21)},${toVariantId(variant)},${1 + pick(index, 13, 4)},${toPrice(variant)},${plan},${PADDING}\n`;
    }
  }
}

/** Few large pieces instead of many small ones. */
function* joined(pieces: Iterable<string>): Generator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length > 256 * 1024) {
      yield text;
      text = "";
    }
  }
  yield text;
}

mkdirSync(folder, { recursive: true });
const files: [string, Iterable<string>][] = [
  ["products.json", productPieces(Number(products))],
  ["customers.csv", customerPieces(Number(customers))],
  ["contracts.csv", contractPieces(Number(contracts), Number(customers), Number(products) * VARIANTS_EACH)],
];
for (const [name, pieces] of files)
  await pipeline(Readable.from(joined(pieces)), createWriteStream(path.join(folder, name)));
