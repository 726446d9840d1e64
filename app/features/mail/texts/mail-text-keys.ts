/** Texts of mails in one language. A text that is missing in any language does not compile. */
export type MailTexts = {
  /** Above the text; `name` may be empty. */
  greeting(name: string): string;
  /** Below the text. */
  footer(shop: string): string;
  /** Before the button's address in plain text, for mail programs without buttons. */
  orCopy: string;
  portalLink: {
    button: string;
    /** `until` is a formatted instant. */
    goodUntil(until: string): string;
    once: string;
    notYou: string;
  };
  /** To the customer who asked. */
  paymentAsked: {
    subject(shop: string): string;
    heading: string;
    text(shop: string): string;
    /** Must not suggest a reply: nobody reads the sender's inbox, unless the operator has set a reply address. */
    notYou(shop: string): string;
  };
  /** To the customer whom the shop asks. */
  cardAsked: {
    subject(shop: string): string;
    heading: string;
    text(shop: string): string;
    button: string;
  };
  /** To the shop's owners. */
  paymentWanted: {
    subject(customer: string): string;
    heading: string;
    text(customer: string, contract: string): string;
  };
};
