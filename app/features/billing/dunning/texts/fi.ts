import { once } from "~/lib/languages/wording";
import type { FailureTexts } from "./failure-text-keys";

export const fi = once(
  (): FailureTexts => ({
    subject: (shop) => `Maksusi kaupalle ${shop} ei onnistunut`,
    endedSubject: (shop) => `Tilaustasi kaupassa ${shop} ei voitu maksaa`,
    act: "Tarkista maksutapasi tai valitse toinen. Tilaus tehdään heti, kun se on maksettu.",
    retry: (day) => `Yritämme uudelleen ${day}. Sitä ennen voit tarkistaa maksutapasi tai valita toisen.`,
    blocked: "Valitse toinen maksutapa. Tilaus tehdään heti, kun se on maksettu.",
    paused: "Kestotilauksesi on toistaiseksi tauolla. Voit jatkaa sitä milloin haluat.",
    cancelled: "Siksi kestotilauksesi on peruttu.",
    skipped: "Tämä tilaus on ohitettu. Kestotilauksesi jatkuu seuraavasta.",
    stopped: "Kestotilauksesi on pysähtynyt. Valitse toinen maksutapa, niin se jatkuu.",
  }),
);
