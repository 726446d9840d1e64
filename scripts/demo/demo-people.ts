import type { Address, customers, paymentMethods } from "~db/schema/customers";
import { addDays } from "./demo-days";
import type { Random } from "./random";

type Place = { city: string; zip: string; provinceCode: string | null; province: string | null };

/** `city, zip` or `city, zip, province's code, province`. */
function readPlace(text: string): Place {
  const [city = "", zip = "", provinceCode = null, province = null] = text.split(", ");
  return { city, zip, provinceCode, province };
}

/** @param weight share of the customers who live there */
const land = (
  [code, country, dial]: [code: string, country: string, dial: string],
  weight: number,
  of: { first: string; last: string; streets: string; places: string },
) => ({
  code,
  country,
  dial,
  weight,
  first: of.first.split(", "),
  last: of.last.split(", "),
  streets: of.streets.split("; "),
  places: of.places.split("; ").map(readPlace),
});

/** Names and addresses in the country's own form; house numbers are made up, e-mail hosts reserved. */
const LANDS = [
  land(["DE", "Germany", "+49 30"], 8, {
    first: "Anna, Lukas, Jürgen, Käthe, Moritz, Lena, Sören, Friederike, Ayşe, Tobias",
    last: "Müller, Weiß, Schröder, Groß, Yıldız, Bachmann, Köhler, von der Heide, Jäger, Lehmann",
    streets: "Lindenstraße 12; Am Mühlenbach 3a; Große Bleichen 41; Kastanienallee 7; Hauptstraße 108",
    places:
      "Berlin, 10115, BE, Berlin; München, 80331, BY, Bavaria; Hamburg, 20354, HH, Hamburg; Köln, 50667, NW, North Rhine-Westphalia",
  }),
  land(["FR", "France", "+33 1"], 4, {
    first: "Chloé, Jérôme, Inès, Théo, Amélie, Benoît, Zoé, François",
    last: "Lefèvre, Dubois, N'Diaye, Garçon, Moreau, Lemaître, D'Arcy, Benoit",
    streets: "14 rue des Écoles; 3 bis avenue de la République; 27 quai Saint-Michel; 8 place d'Aligre",
    places: "Paris, 75005; Lyon, 69002; Saint-Étienne, 42000",
  }),
  land(["ES", "Spain", "+34 91"], 3, {
    first: "Íñigo, María José, Begoña, Andrés, Lucía, Óscar",
    last: "Muñoz Peña, García Núñez, Ibáñez, Etxeberria, Castaño, López de la Fuente",
    streets: "C/ Mayor, 4, 2º B; Avenida de la Constitución 18; Carrer de València 231",
    places: "Madrid, 28013, M, Madrid; Sevilla, 41001, SE, Sevilla; Barcelona, 08007, B, Barcelona",
  }),
  land(["IT", "Italy", "+39 06"], 3, {
    first: "Niccolò, Giulia, Matteo, Chiara, Letizia, Raffaele",
    last: "Bianchi, De Luca, Ferrari, D'Angelo, Esposito, Conti",
    streets: "Via Garibaldi 22; Corso Vittorio Emanuele 5; Piazza San Marco 1",
    places: "Roma, 00184, RM, Roma; Torino, 10121, TO, Torino; Bologna, 40121, BO, Bologna",
  }),
  land(["PL", "Poland", "+48 22"], 2, {
    first: "Łukasz, Żaneta, Małgorzata, Paweł, Agnieszka, Stanisław",
    last: "Wójcik, Kowalczyk, Dąbrowski, Śliwińska, Zając, Gołębiewska",
    streets: "ul. Świętokrzyska 14/3; ul. Długa 27; al. Jerozolimskie 65",
    places: "Warszawa, 00-050; Kraków, 31-147; Łódź, 90-001",
  }),
  land(["SE", "Sweden", "+46 8"], 2, {
    first: "Åsa, Björn, Linnéa, Göran, Elin, Östen",
    last: "Öberg, Lindström, Åkesson, Sjöberg, Nyström, Hägg",
    streets: "Götgatan 31; Storgatan 5 lgh 1202; Västra Hamngatan 9",
    places: "Stockholm, 116 21; Göteborg, 411 17; Malmö, 211 22",
  }),
  land(["IE", "Ireland", "+353 1"], 2, {
    first: "Aoife, Siobhán, Cillian, Pádraig, Niamh, Eoin",
    last: "O'Sullivan, Ní Bhriain, Byrne, Mac Gabhann, Kelly, Ó Dochartaigh",
    streets: "5 Fade Street; 22 Rathmines Road Upper; Apt 4B Spencer Dock",
    places: "Dublin, D02 X285, D, Dublin; Cork, T12 W8KP, CO, Cork",
  }),
  land(["US", "United States", "+1 212"], 3, {
    first: "Imani, DeShawn, Grace, Mateo, Harper, Mei-Ling, Noah, Xiomara",
    last: "Washington, Nguyen, O'Brien, Hernández, Goldberg, Begay, Kim-Park, Whitfield",
    streets: "1600 Amphitheatre Way Apt 12; 221 Maple Ave; 48 W 17th St #5F; 9 Harbor Vw",
    places: "New York, 10011, NY, New York; Portland, 97205, OR, Oregon; Austin, 78701, TX, Texas",
  }),
  land(["CA", "Canada", "+1 514"], 1, {
    first: "Élodie, Liam, Tâm, Geneviève, Arjun",
    last: "Tremblay, Côté, Singh, MacLeod, Bélanger",
    streets: "88 Queen St W Unit 5; 1250 rue Saint-Denis; 4021 Cambie St",
    places: "Toronto, M5H 2N2, ON, Ontario; Montréal, H2X 3J6, QC, Quebec",
  }),
  land(["JP", "Japan", "+81 3"], 1, {
    first: "さくら, 陽菜, 健太, Haruki, 美咲",
    last: "佐藤, 鈴木, 高橋, Tanaka, 渡辺",
    streets: "渋谷1-2-3; 銀座4-5-6 コーポ青葉 201; 中京区御池通 12",
    places: "東京, 150-0002, 13, Tokyo; 京都, 604-8005, 26, Kyoto",
  }),
  land(["IN", "India", "+91 80"], 1, {
    first: "Priya, Rohan, Ananya, Vikram, Lakshmi",
    last: "Iyer, Sharma, Chatterjee, Reddy, Subramanian",
    streets: "14 MG Road; Flat 302 Lotus Heights; 7/2 Park Street",
    places: "Bengaluru, 560001, KA, Karnataka; Kolkata, 700016, WB, West Bengal",
  }),
  land(["GR", "Greece", "+30 21"], 1, {
    first: "Ελένη, Γιώργος, Αικατερίνη, Νίκος",
    last: "Παπαδοπούλου, Γεωργίου, Νικολαΐδης, Κώστας",
    streets: "Ερμού 44; Λεωφόρος Αλεξάνδρας 102",
    places: "Αθήνα, 105 63, I, Attica; Θεσσαλονίκη, 546 24, B, Central Macedonia",
  }),
];

/** What customers of the demo shop may be called, and their streets. */
export const DEMO_NAMES: readonly string[] = LANDS.flatMap(({ first, last, streets }) => [
  ...first,
  ...last,
  ...streets,
]);

export type DemoCustomer = typeof customers.$inferInsert & {
  firstName: string;
  lastName: string;
  email: string;
  defaultAddress: Address;
};
export type DemoPaymentMethod = typeof paymentMethods.$inferInsert;

const FIRST_CUSTOMER_ID = 6_500_000_000_001;
const CUSTOMER_ID_STEP = 1024;
const TAGS = ["wholesale", "newsletter", "vip", "gift buyer", "office"];

const toAscii = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[łŁ]/g, "l")
    .replaceAll(/[ıİ]/g, "i")
    .replaceAll("ß", "ss")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();

/** This many customers of the shop, in the order in which they came. */
export function makeCustomers(shopId: number, count: number, openedAt: Date, random: Random): DemoCustomer[] {
  const lands = LANDS.flatMap((land) => Array.from({ length: land.weight }, () => land));
  return Array.from({ length: count }, (_, index) => {
    const land = random.pick(lands);
    const firstName = random.pick(land.first);
    const lastName = random.pick(land.last);
    const { city, zip, provinceCode, province } = random.pick(land.places);
    const phone = random.chance(0.7) ? `${land.dial} 5550 ${random.int(1000, 9999)}` : null;
    const name =
      toAscii(firstName) && toAscii(lastName) ? `${toAscii(firstName)}.${toAscii(lastName)}` : "customer";
    return {
      shopId,
      id: FIRST_CUSTOMER_ID + index * CUSTOMER_ID_STEP,
      firstName,
      lastName,
      email: `${name}.${index + 1}@${random.pick(["example.com", "example.org", "example.net"])}`,
      phone,
      acceptsEmailMarketing: random.chance(0.6),
      acceptsSmsMarketing: phone !== null && random.chance(0.2),
      defaultAddress: {
        firstName,
        lastName,
        company: random.chance(0.06) ? `${lastName} & Co.` : null,
        address1: random.pick(land.streets),
        address2: random.chance(0.12) ? random.pick(["2nd floor", "c/o reception", "Back house"]) : null,
        city,
        province,
        provinceCode,
        country: land.country,
        countryCode: land.code,
        zip,
        phone,
      },
      note: random.chance(0.05) ? "Prefers to be called after 5 pm." : null,
      tags: random.chance(0.25) ? [random.pick(TAGS)] : [],
      createdAt: openedAt,
      updatedAt: openedAt,
    };
  });
}

/**
 * Digits of the cards that fail on the test gateway (wire.md §5 "Test cards"). Half of them pay when they are tried
 * again; of the others some never do, some need the customer to act, and one pays only the first order.
 */
const FAILING_DIGITS = ["0069", "0119", "9235", "0119", "0341", "0119", "0002", "0119", "0119", "9995"];
/** One in this many customers has such a card: about the failure rate of real cards. */
const FAILING_EVERY = 12;

/**
 * A customer's card or wallet; `null` where the platform reports none. Which cards fail depends on the customer's
 * position in the list, so that the share is the same in a shop of any size.
 */
export function makePaymentMethod(
  customer: DemoCustomer,
  now: Date,
  random: Random,
): DemoPaymentMethod | null {
  const usual = makeUsualMethod(customer, now, random);
  const index = (customer.id - FIRST_CUSTOMER_ID) / CUSTOMER_ID_STEP;
  if (!usual || index % FAILING_EVERY !== FAILING_EVERY - 1) return usual;
  const lastDigits = FAILING_DIGITS[Math.floor(index / FAILING_EVERY) % FAILING_DIGITS.length];
  return {
    ...usual,
    instrumentType: "CustomerCreditCard",
    brand: "visa",
    lastDigits,
    expiryMonth: 12,
    expiryYear: now.getUTCFullYear() + 2,
    holderName: `${customer.firstName} ${customer.lastName}`,
    revokedAt: null,
  };
}

function makeUsualMethod(customer: DemoCustomer, now: Date, random: Random): DemoPaymentMethod | null {
  if (random.chance(0.03)) return null;
  const base = { shopId: customer.shopId, customerId: customer.id, id: random.uuid().replaceAll("-", "") };
  if (random.chance(0.15)) return { ...base, instrumentType: "CustomerPaypalBillingAgreement" };
  const hasExpired = random.chance(0.03);
  return {
    ...base,
    instrumentType: "CustomerCreditCard",
    brand: random.pick(["visa", "visa", "mastercard", "mastercard", "american_express"]),
    lastDigits: String(random.int(0, 9999)).padStart(4, "0"),
    expiryMonth: random.int(1, 12),
    expiryYear: now.getUTCFullYear() + (hasExpired ? -1 : random.int(1, 4)),
    holderName: `${customer.firstName} ${customer.lastName}`,
    revokedAt: random.chance(0.02) ? addDays(now, -9) : null,
  };
}
