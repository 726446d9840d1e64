import type { EditTexts } from "./edit-texts";

export const edits = (): EditTexts => ({
  each: "Jokainen tilaus",
  before: "Tähän asti",
  after: "Tästä eteenpäin",
  perOrder: (amount) => `${amount} tilaukselta`,
  choose: "Valitse",
  swap: {
    title: "Mitä haluat sen sijaan?",
    none: "Vaihdettavaa ei ole juuri nyt.",
    confirm: "Vaihda",
  },
  add: {
    intro: "Se tulee jokaisessa tilauksessa, kunnes poistat sen.",
    inEach: "Kestotilauksessasi",
  },
  remove: {
    title: "Poistetaanko tämä tuote?",
    intro: "Se ei enää tule missään tilauksessa.",
  },
  plan: {
    title: "Mikä tilausvaihtoehto sopii sinulle?",
    legend: "Tilausvaihtoehto",
    none: "Tuotteillesi ei ole muuta tilausvaihtoehtoa.",
  },
  method: { title: "Maksa toisella tallennetulla tavalla", use: "Käytä tätä" },
  note: {
    title: "Viesti seuraavaan tilaukseen",
    hint: "Vain tähän tilaukseen. Tyhjennä kenttä, niin viesti poistetaan.",
    field: "Viesti",
  },
  pause: {
    action: "Pidä tauko tiettyyn päivään asti",
    title: "Mihin asti haluat pitää tauon?",
    intro: (date) => `Seuraavan tilauksen suunniteltu päivä: ${date}.`,
    field: "Tilaukset voivat jatkua tästä päivästä alkaen",
    hint: "Mitään ei lähetetä eikä veloiteta ennen sitä päivää.",
  },
  gone: "Tämä vaihtoehto ei ole enää saatavilla.",
  done: {
    line_swapped: () => "Vaihdettu.",
    line_added: () => "Lisätty kestotilaukseesi.",
    line_removed: () => "Poistettu kestotilauksestasi.",
    plan_changed: () => "Tilausvaihtoehtosi on vaihdettu.",
    method_changed: () => "Maksutapasi on vaihdettu.",
    note_saved: () => "Viestisi on tallennettu.",
    paused_until: () => "Tauolla. Mitään ei lähetetä eikä veloiteta ennen valitsemaasi päivää.",
  },
});
