import type { Address, customers, paymentMethods } from "~db/schema/customers";
import { addDays } from "./demo-shop";
import type { Random } from "./random";

type Place = [city: string, zip: string, provinceCode: string | null, province: string | null];
type Land = {
  code: string;
  country: string;
  dial: string;
  /** How much of the customers live there. */
  weight: number;
  first: string[];
  last: string[];
  streets: string[];
  places: Place[];
};

const words = (text: string): string[] => text.split(", ");

/** Names and addresses as they are written there; house numbers are made up, e-mail hosts reserved. */
const LANDS: readonly Land[] = [
  {
    code: "DE",
    country: "Germany",
    dial: "+49 30",
    weight: 8,
    first: words("Anna, Lukas, Jürgen, Käthe, Moritz, Lena, Sören, Friederike, Ayşe, Tobias"),
    last: words("Müller, Weiß, Schröder, Groß, Yıldız, Bachmann, Köhler, von der Heide, Jäger, Lehmann"),
    streets: words("Lindenstraße 12, Am Mühlenbach 3a, Große Bleichen 41, Kastanienallee 7, Hauptstraße 108"),
    places: [
      ["Berlin", "10115", "BE", "Berlin"],
      ["München", "80331", "BY", "Bavaria"],
      ["Hamburg", "20354", "HH", "Hamburg"],
      ["Köln", "50667", "NW", "North Rhine-Westphalia"],
    ],
  },
  {
    code: "FR",
    country: "France",
    dial: "+33 1",
    weight: 4,
    first: words("Chloé, Jérôme, Inès, Théo, Amélie, Benoît, Zoé, François"),
    last: words("Lefèvre, Dubois, N'Diaye, Garçon, Moreau, Lemaître, D'Arcy, Benoit"),
    streets: words(
      "14 rue des Écoles, 3 bis avenue de la République, 27 quai Saint-Michel, 8 place d'Aligre",
    ),
    places: [
      ["Paris", "75005", null, null],
      ["Lyon", "69002", null, null],
      ["Saint-Étienne", "42000", null, null],
    ],
  },
  {
    code: "ES",
    country: "Spain",
    dial: "+34 91",
    weight: 3,
    first: words("Íñigo, María José, Begoña, Andrés, Lucía, Óscar"),
    last: words("Muñoz Peña, García Núñez, Ibáñez, Etxeberria, Castaño, López de la Fuente"),
    streets: words("C/ Mayor, 4, 2º B, Avenida de la Constitución 18, Carrer de València 231"),
    places: [
      ["Madrid", "28013", "M", "Madrid"],
      ["Sevilla", "41001", "SE", "Sevilla"],
      ["Barcelona", "08007", "B", "Barcelona"],
    ],
  },
  {
    code: "IT",
    country: "Italy",
    dial: "+39 06",
    weight: 3,
    first: words("Niccolò, Giulia, Matteo, Chiara, Letizia, Raffaele"),
    last: words("Bianchi, De Luca, Ferrari, D'Angelo, Esposito, Conti"),
    streets: words("Via Garibaldi 22, Corso Vittorio Emanuele 5, Piazza San Marco 1"),
    places: [
      ["Roma", "00184", "RM", "Roma"],
      ["Torino", "10121", "TO", "Torino"],
      ["Bologna", "40121", "BO", "Bologna"],
    ],
  },
  {
    code: "PL",
    country: "Poland",
    dial: "+48 22",
    weight: 2,
    first: words("Łukasz, Żaneta, Małgorzata, Paweł, Agnieszka, Stanisław"),
    last: words("Wójcik, Kowalczyk, Dąbrowski, Śliwińska, Zając, Gołębiewska"),
    streets: words("ul. Świętokrzyska 14/3, ul. Długa 27, al. Jerozolimskie 65"),
    places: [
      ["Warszawa", "00-050", null, null],
      ["Kraków", "31-147", null, null],
      ["Łódź", "90-001", null, null],
    ],
  },
  {
    code: "SE",
    country: "Sweden",
    dial: "+46 8",
    weight: 2,
    first: words("Åsa, Björn, Linnéa, Göran, Elin, Östen"),
    last: words("Öberg, Lindström, Åkesson, Sjöberg, Nyström, Hägg"),
    streets: words("Götgatan 31, Storgatan 5 lgh 1202, Västra Hamngatan 9"),
    places: [
      ["Stockholm", "116 21", null, null],
      ["Göteborg", "411 17", null, null],
      ["Malmö", "211 22", null, null],
    ],
  },
  {
    code: "IE",
    country: "Ireland",
    dial: "+353 1",
    weight: 2,
    first: words("Aoife, Siobhán, Cillian, Pádraig, Niamh, Eoin"),
    last: words("O'Sullivan, Ní Bhriain, Byrne, Mac Gabhann, Kelly, Ó Dochartaigh"),
    streets: words("5 Fade Street, 22 Rathmines Road Upper, Apt 4B Spencer Dock"),
    places: [
      ["Dublin", "D02 X285", "D", "Dublin"],
      ["Cork", "T12 W8KP", "CO", "Cork"],
    ],
  },
  {
    code: "US",
    country: "United States",
    dial: "+1 212",
    weight: 3,
    first: words("Imani, DeShawn, Grace, Mateo, Harper, Mei-Ling, Noah, Xiomara"),
    last: words("Washington, Nguyen, O'Brien, Hernández, Goldberg, Begay, Kim-Park, Whitfield"),
    streets: words("1600 Amphitheatre Way Apt 12, 221 Maple Ave, 48 W 17th St #5F, 9 Harbor Vw"),
    places: [
      ["New York", "10011", "NY", "New York"],
      ["Portland", "97205", "OR", "Oregon"],
      ["Austin", "78701", "TX", "Texas"],
    ],
  },
  {
    code: "CA",
    country: "Canada",
    dial: "+1 514",
    weight: 1,
    first: words("Élodie, Liam, Tâm, Geneviève, Arjun"),
    last: words("Tremblay, Côté, Singh, MacLeod, Bélanger"),
    streets: words("88 Queen St W Unit 5, 1250 rue Saint-Denis, 4021 Cambie St"),
    places: [
      ["Toronto", "M5H 2N2", "ON", "Ontario"],
      ["Montréal", "H2X 3J6", "QC", "Quebec"],
    ],
  },
  {
    code: "JP",
    country: "Japan",
    dial: "+81 3",
    weight: 1,
    first: words("さくら, 陽菜, 健太, Haruki, 美咲"),
    last: words("佐藤, 鈴木, 高橋, Tanaka, 渡辺"),
    streets: words("渋谷1-2-3, 銀座4-5-6 コーポ青葉 201, 中京区御池通 12"),
    places: [
      ["東京", "150-0002", "13", "Tokyo"],
      ["京都", "604-8005", "26", "Kyoto"],
    ],
  },
  {
    code: "IN",
    country: "India",
    dial: "+91 80",
    weight: 1,
    first: words("Priya, Rohan, Ananya, Vikram, Lakshmi"),
    last: words("Iyer, Sharma, Chatterjee, Reddy, Subramanian"),
    streets: words("14 MG Road, Flat 302 Lotus Heights, 7/2 Park Street"),
    places: [
      ["Bengaluru", "560001", "KA", "Karnataka"],
      ["Kolkata", "700016", "WB", "West Bengal"],
    ],
  },
  {
    code: "GR",
    country: "Greece",
    dial: "+30 21",
    weight: 1,
    first: words("Ελένη, Γιώργος, Αικατερίνη, Νίκος"),
    last: words("Παπαδοπούλου, Γεωργίου, Νικολαΐδης, Κώστας"),
    streets: words("Ερμού 44, Λεωφόρος Αλεξάνδρας 102"),
    places: [
      ["Αθήνα", "105 63", "I", "Attica"],
      ["Θεσσαλονίκη", "546 24", "B", "Central Macedonia"],
    ],
  },
];

export type DemoCustomer = typeof customers.$inferInsert & {
  firstName: string;
  lastName: string;
  email: string;
  defaultAddress: Address;
};
export type DemoPaymentMethod = typeof paymentMethods.$inferInsert;

const FIRST_CUSTOMER_ID = 6_500_000_000_001;
const TAGS = ["wholesale", "newsletter", "vip", "gift buyer", "office"];

const toAscii = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[łŁ]/g, "l")
    .replaceAll(/[ıİ]/g, "i")
    .replaceAll("ß", "ss")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();

/** So many customers of the shop, the first who came first. */
export function makeCustomers(shopId: number, count: number, openedAt: Date, random: Random): DemoCustomer[] {
  const lands = LANDS.flatMap((land) => Array.from({ length: land.weight }, () => land));
  return Array.from({ length: count }, (_, index) => {
    const land = random.pick(lands);
    const firstName = random.pick(land.first);
    const lastName = random.pick(land.last);
    const [city, zip, provinceCode, province] = random.pick(land.places);
    const phone = random.chance(0.7) ? `${land.dial} 5550 ${random.int(1000, 9999)}` : null;
    const name =
      toAscii(firstName) && toAscii(lastName) ? `${toAscii(firstName)}.${toAscii(lastName)}` : "customer";
    return {
      shopId,
      id: FIRST_CUSTOMER_ID + index * 1024,
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

/** A customer's card or wallet; `null` for those the platform tells none of. */
export function makePaymentMethod(
  customer: DemoCustomer,
  now: Date,
  random: Random,
): DemoPaymentMethod | null {
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
