import { createJimp } from "@jimp/core";
import jpeg from "@jimp/js-jpeg";
import png from "@jimp/js-png";
import { methods as resize } from "@jimp/plugin-resize";
import { KEPT } from "~/features/portal-settings/shop-logo";
import { invalidRequest, type ProblemError } from "~/lib/problem";

/** Reading this many takes up to a second, and 16 MB of memory. */
const MAX_MEGAPIXELS = 4;
/** For progressive JPEGs: each scan goes over all pixels, however few bytes it has; encoders make about ten. */
const MAX_SCANS = 50;

const Image = createJimp({ formats: [png, jpeg], plugins: [resize] });

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff]);
const SCAN = Buffer.from([0xff, 0xda]);

const refused = (detail: string): ProblemError =>
  invalidRequest([{ pointer: "/logo", code: "invalid_image", detail }]);
const TOO_MANY_PIXELS = `It has too many pixels: at most ${MAX_MEGAPIXELS} million, such as 2,000 × 2,000.`;

/**
 * The upload as a newly encoded PNG that fits its place and keeps nothing of the file but the picture. The sizes
 * declared in the file are checked before it is decoded, since a few bytes may expand to gigabytes.
 *
 * @throws ProblemError invalid_request that names the field `logo`
 */
export async function makeLogo(file: Buffer): Promise<{ image: Buffer; width: number; height: number }> {
  if (file.length === 0) throw refused("Choose a file.");
  if (file.subarray(0, 8).equals(PNG_HEAD)) requireModestPng(file);
  else if (file.subarray(0, 3).equals(JPEG_HEAD)) requireModestJpeg(file);
  else throw refused("Choose a PNG or JPEG file.");
  const image = await Image.fromBuffer(file, {
    "image/jpeg": { maxResolutionInMP: MAX_MEGAPIXELS, maxMemoryUsageInMB: 256 },
  }).catch((error: unknown) => {
    const isTooLarge = error instanceof Error && error.message.startsWith("maxResolutionInMP");
    throw refused(isTooLarge ? TOO_MANY_PIXELS : "The file is damaged; it cannot be read.");
  });
  const { width, height } = image.bitmap;
  if (width > KEPT.width || height > KEPT.height) image.scaleToFit({ w: KEPT.width, h: KEPT.height });
  return { image: await image.getBuffer("image/png"), width: image.width, height: image.height };
}

/** The header (PNG 11.2.2) comes first: width and height at byte 16, interlacing at byte 28. */
function requireModestPng(file: Buffer): void {
  if (file.length < 33) throw refused("The file is damaged; it cannot be read.");
  if (file.readUInt32BE(16) * file.readUInt32BE(20) > MAX_MEGAPIXELS * 1e6) throw refused(TOO_MANY_PIXELS);
  // The decoder inflates an interlaced one to whatever size its data claim.
  if (file[28] !== 0) throw refused("The PNG is interlaced. Save it without interlacing.");
}

function requireModestJpeg(file: Buffer): void {
  let scans = 0;
  for (let at = file.indexOf(SCAN); at !== -1; at = file.indexOf(SCAN, at + 2)) scans++;
  if (scans > MAX_SCANS) throw refused("The JPEG has too many scans. Save it as a plain one.");
}
