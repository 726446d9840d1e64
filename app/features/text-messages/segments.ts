import { SegmentedMessage } from "sms-segments-calculator";

export type MeasuredText = {
  text: string;
  /** How many messages it is split into; each has to be paid for. */
  segments: number;
  characters: number;
  /** Whether all characters are in the phones' basic alphabet: a message then holds 160 of them, else 70. */
  isPlain: boolean;
};

/**
 * A text as it is sent. Typographic quotes, dashes, blanks and "º" become plain ones if nothing else keeps the text out
 * of the phones' basic alphabet (GSM 03.38): outside of it, the text would cost twice as much.
 */
export function toTextMessage(text: string): MeasuredText {
  const tidy = text.normalize("NFC").replaceAll("\r\n", "\n").trim();
  const plain = new SegmentedMessage(tidy.replaceAll("º", "o"), "auto", true);
  const isPlain = plain.encodingName === "GSM-7";
  const sent = isPlain ? plain.graphemes.join("").replaceAll(/ {2,}/g, " ") : tidy;
  const { segmentsCount, numberOfCharacters } = new SegmentedMessage(sent);
  return { text: sent, segments: segmentsCount, characters: numberOfCharacters, isPlain };
}
