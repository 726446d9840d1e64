import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const fi = once(
  (): ReferralTexts => ({
    headline: (shop) => `Tervetuliaislahja kaupalta ${shop}`,
    offer: (value, shop) => `Saat ${value} ensimmäisestä kestotilauksestasi kaupassa ${shop}.`,
    share: (value, shop) => `Olen tyytyväinen kestotilaukseeni kaupassa ${shop}. Linkilläni saat ${value}:`,
    landing: {
      from: (name) => `${name} kutsuu sinut`,
      email: "Sähköpostiosoitteesi",
      submit: "Hae koodini",
      terms: "Koodi toimii kerran, tällä sähköpostiosoitteella, ensimmäisessä kestotilauksessasi.",
      until: (date) => `Käytä viimeistään: ${date}.`,
      doneTitle: "Tässä on koodisi",
      code: "Koodisi",
      done: "Aloita ensimmäinen kestotilauksesi samalla sähköpostiosoitteella ja anna koodi sitten sivulla, jolla hallitset sitä. Koodi on voimassa seuraavasta tilauksesta alkaen.",
      mailed: "Lähetimme sen myös sähköpostitse.",
      mailedTitle: "Tarkista saapuneet viestit",
      mailedText:
        "Jos tarjous koskee sähköpostiosoitettasi, koodi on matkalla. Se voi kestää muutaman minuutin; katso myös roskapostista.",
      toShop: "Siirry kauppaan",
      closedTitle: "Tarjous ei ole saatavilla",
      refused: {
        unknown_token: "Linkki on puutteellinen tai ei enää voimassa. Pyydä ystävältäsi uusi.",
        programme_inactive: "Tarjous ei ole juuri nyt saatavilla.",
        not_eligible: "Tarjousta ei voi käyttää tällä sähköpostiosoitteella.",
        invalid_email: "Anna sähköpostiosoite, kuten nimi@example.com.",
        too_many: "Liian monta yritystä. Yritä myöhemmin uudelleen.",
        fault: "Jokin meni vikaan. Yritä pian uudelleen.",
      },
    },
    portal: {
      title: "Kutsu ystäviä",
      lead: (friend, own) =>
        `Ystäväsi saa ${friend}. Sinä saat ${own}, kun hänen ensimmäinen tilauksensa on maksettu.`,
      link: "Linkkisi",
      message: "Jaettava viesti",
      byMail: "Sähköposti",
      bySms: "Tekstiviesti",
      qr: "Linkkisi QR-koodi",
      invite: {
        title: "Kenet haluat kutsua?",
        email: "Ystäväsi sähköpostiosoite",
        hint: "Emme lähetä itse mitään. Valmistelemme sähköpostin, jossa on linkkisi, ja sinä lähetät sen omasta sovelluksestasi.",
        submit: "Valmistele sähköposti",
        ready: "Sähköposti ystävällesi on valmis.",
        open: "Avaa ja lähetä",
      },
      friends: "Ystäväsi",
      none: "Kukaan ei ole vielä käyttänyt linkkiäsi.",
      status: {
        INVITED: "Kutsuttu",
        ACCEPTED: "Sai koodin",
        CODE_USED: "Käytti koodin",
        REWARDED: "Sait palkkiosi",
        REFUSED: "Ei lasketa",
      },
      reward: "Koodisi",
      rewardGone: "Ei enää voimassa",
      rewardedNext: "Seuraavaan tilaukseen",
      rewardTitle: "Suosittelupalkkio",
      entry: "Kutsu ystäviä",
    },
    mail: {
      welcomeSubject: (shop) => `Koodisi kauppaan ${shop}`,
      welcomeText: (value, shop) =>
        `Tässä on koodisi: ${value} ensimmäisestä kestotilauksestasi kaupassa ${shop}.`,
      rewardSubject: (shop) => `Kiitos, että suosittelet kauppaa ${shop}`,
      rewardText: (value) => `Ystävä on käyttänyt linkkiäsi. Saat tilauksesta ${value}.`,
      rewardNext: (value) => `Ystävä on käyttänyt linkkiäsi. Saat seuraavasta tilauksestasi ${value}.`,
      codeIs: (code) => `Koodisi: ${code}`,
    },
  }),
);
