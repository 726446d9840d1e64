import { expect, test } from "vitest";
import { renderMail, toLightMail } from "~/features/mail/mail-layout";

const THEME = {
  language: "en",
  shopName: "Bean & Leaf",
  accentColor: "#1a6f52",
  onAccent: "#ffffff",
  backgroundColor: "#f6f6f3",
  logo: null,
};
const URL_OF_LINK = `https://bean-and-leaf.example/apps/memberships/cp?token=${"aB3-_".repeat(80)}`;
const render = (paragraph: string, look: Parameters<typeof renderMail>[1] = THEME) =>
  renderMail(
    {
      subject: "Hello",
      heading: "Hello",
      greeting: "Hello,",
      paragraphs: [paragraph],
      button: { label: "Open", url: URL_OF_LINK, orCopy: "Or copy" },
      footer: "Bye",
    },
    look,
  );
/** The texts in inline blocks: a block moves to the next line before its text breaks. */
const whole = (html: string) =>
  [...html.matchAll(/<span style="display:inline-block[^"]*">([^<]*)<\/span>/g)].map(([, text]) => text);

test("an e-mail address and a host in a mail's text stay in one piece, and nothing else does", () => {
  const { html, text } = render(
    "Mary-Ann <mary-ann.o'neil+x@long-name.example.co.uk> asks; see www.long-name.example. It costs 12.50, e.g. today.",
  );
  expect(whole(html)).toEqual(["mary-ann.o&#39;neil+x@long-name.example.co.uk", "www.long-name.example"]);
  expect(text).toContain("mary-ann.o'neil+x@long-name.example.co.uk");
});

test("a link to copy breaks only where it is wider than its line, and is whole in the text", () => {
  const { html, text } = render("One");
  expect(html).not.toContain("break-all");
  expect(html).toContain(`>${URL_OF_LINK}</a></p>`);
  expect(text.split("\n")).toContain(URL_OF_LINK);
});

test("a logo replaces the shop's name, which is its alternative text", () => {
  const logo = { src: "https://x.example/cp?logo=1-a&b", width: 120, height: 40 };
  const { html } = render("One", { ...THEME, logo });
  expect(html).toContain('<img src="https://x.example/cp?logo=1-a&amp;b" alt="Bean &amp; Leaf" width="120"');
});

test("a mail says that it has a dark scheme, and is a light one where that is not known", () => {
  const { html } = render("One");
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\)/);
  // Each class of the dark scheme is on an element, which also has the colour for mail programs without style sheets.
  for (const name of ["ground", "card", "ink", "quiet"])
    expect(html).toMatch(new RegExp(`class="m-${name}"[^>]*style="[^"]*(color|background):`));
  const light = toLightMail(html);
  expect(light).toContain('<meta name="color-scheme" content="light">');
  expect(light).not.toContain("<style>");
});

test("each address of the text is a link of the HTML part, in whatever words it stands", () => {
  const origin = "https://bean-leaf.example.com";
  const { html, text } = renderMail(
    {
      subject: "Hello",
      heading: "Hello",
      greeting: "Hello,",
      paragraphs: [
        `See ${origin}/a?b=1&c='2', (${origin}/d) or HTTP://bücher.example/e. More: ${origin}`,
        `${origin}/f。${origin}/g を見る <${origin}/h>`,
      ],
      button: { label: "Open", url: URL_OF_LINK, orCopy: "Or copy" },
      afterwards: ["Not you?", { label: "No more reminders", url: `${origin}/stop/eyJ.q3Vx-_.Ab-` }],
      footer: `Switch it off at ${origin}/off`,
    },
    THEME,
  );
  const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, url = ""]) =>
    url.replaceAll("&amp;", "&").replaceAll("&#39;", "'"),
  );
  expect([...new Set(links)].sort()).toEqual(
    [
      URL_OF_LINK,
      origin,
      `${origin}/a?b=1&c='2`,
      `${origin}/d`,
      "HTTP://bücher.example/e",
      ...["f", "g", "h", "off", "stop/eyJ.q3Vx-_.Ab-"].map((path) => `${origin}/${path}`),
    ].sort(),
  );
  for (const url of links) expect(text).toContain(url);
  // The words are the link: an address of 200 characters says nothing to its reader.
  expect(html).toMatch(/<a href="[^"]*\/stop\/[^>]*>No more reminders<\/a>/);
  expect(whole(html)).toEqual([]);
});
