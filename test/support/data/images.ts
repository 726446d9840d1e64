import { createJimp } from "@jimp/core";
import jpeg from "@jimp/js-jpeg";
import png from "@jimp/js-png";

const Image = createJimp({ formats: [png, jpeg] });

/** A picture of one colour, as a file. `color`: 0xRRGGBBAA. */
export const drawImage = (
  width: number,
  height: number,
  type: "image/png" | "image/jpeg" = "image/png",
  color = 0x1a6f52ff,
): Promise<Buffer> => new Image({ width, height, color }).getBuffer(type);

/** Width, height and the colour (0xRRGGBBAA) in the middle of an image file. */
export async function readImage(bytes: Uint8Array) {
  const image = await Image.fromBuffer(Buffer.from(bytes));
  const { width, height } = image.bitmap;
  const at = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
  return { width, height, color: image.bitmap.data.readUInt32BE(at) };
}
