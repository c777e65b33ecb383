/**
 * sharp, limited to the decoders of the four accepted formats. The others (SVG, which fetches files and addresses,
 * TIFF, PDF, …) are blocked for the whole process before anything can be decoded: always import sharp from here.
 */
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// No picture is decoded twice, so a cache would only waste memory.
sharp.cache(false);
// Process pictures side by side, each on a single core.
sharp.concurrency(1);

export type { Metadata } from 'sharp';
export { sharp };

type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

/** Detects the format from the first bytes, ignoring the name and type sent by the client. */
export function pictureFormat(bytes: Buffer): PictureFormat | undefined {
  const begins = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (begins('\xff\xd8\xff')) return 'jpeg';
  if (begins('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins('GIF87a') || begins('GIF89a')) return 'gif';
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp';
  return undefined;
}
