import { SegmentedMessage } from "sms-segments-calculator";

export type MeasuredText = {
  text: string;
  /** Of so many messages it consists on the way: each is paid for. */
  segments: number;
  characters: number;
  /** Whether all of its characters are in the phones' small alphabet: then a message has 160 of them, else 70. */
  isPlain: boolean;
};

/**
 * A text as it is sent. Typographic quotes, dashes and blanks become plain ones where nothing else keeps the text out of
 * the phones' small alphabet (GSM 03.38): it would cost twice as much.
 */
export function toTextMessage(text: string): MeasuredText {
  const tidy = text.normalize("NFC").replaceAll("\r\n", "\n").trim();
  const plain = new SegmentedMessage(tidy, "auto", true);
  const isPlain = plain.encodingName === "GSM-7";
  const sent = isPlain ? plain.graphemes.join("").replaceAll(/ {2,}/g, " ") : tidy;
  const { segmentsCount, numberOfCharacters } = new SegmentedMessage(sent);
  return { text: sent, segments: segmentsCount, characters: numberOfCharacters, isPlain };
}
