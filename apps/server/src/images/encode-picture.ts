/** From the bytes of a stranger to pictures of ours: decoded, turned upright, scaled, and written anew as WebP. */
import { createHash } from 'node:crypto';
import { AppError } from '../core/errors.ts';
import { createGate } from '../core/gate.ts';
import { sharp } from './decoders.ts';
import { pictureFormat } from './picture-format.ts';
import type { PictureShape } from './picture-shapes.ts';

export type EncodedPicture = {
  /** One for each size, largest first. */
  files: [EncodedFile, ...EncodedFile[]];
  /** SHA-256 of the largest, in hex. */
  contentHash: string;
};
export type EncodedFile = { size: number; webp: Buffer };

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 10_000;
const MAX_FRAMES = 200;
const SECONDS = 10;
const QUALITY = 82;

/** Decoding runs in the four threads that file access and name lookups need too: half of them are left to those. */
const inTurn = createGate({ atOnce: 2, waiting: 100 });

/**
 * Of the source nothing but its pixels is left: no metadata, no further frames, nothing that was hidden behind it.
 * Throws BAD_REQUEST `unsupported_image` or `image_too_large`, SERVICE_UNAVAILABLE `busy`.
 */
export function encodePicture(source: Buffer, { sizes, fit }: PictureShape): Promise<EncodedPicture> {
  return inTurn(async () => {
    const largest = sizes[0];
    const { data, info } = await decode(source, largest, fit);
    const encode = async (size: number): Promise<EncodedFile> => ({
      size,
      webp: await sharp(data, { raw: info })
        .resize(size, size, { fit, withoutEnlargement: fit === 'inside' })
        .webp({ quality: QUALITY })
        .toBuffer(),
    });
    const first = await encode(largest);
    const files: EncodedPicture['files'] = [first];
    for (const size of sizes.slice(1)) files.push(await encode(size));
    return { files, contentHash: createHash('sha256').update(first.webp).digest('hex') };
  });
}

/** The pixels of the first frame, no larger than they are needed. */
async function decode(source: Buffer, size: number, fit: PictureShape['fit']) {
  const format = pictureFormat(source);
  if (!format) throw unsupported();
  // Without `animated` only the first frame is decoded, whatever there is behind it.
  const picture = sharp(source, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  try {
    const metadata = await picture.metadata();
    if (metadata.format !== format) throw unsupported();
    const { width, height, pages = 1 } = metadata;
    if (Math.max(width, height) > MAX_SIDE || pages > MAX_FRAMES) throw tooLarge();
    return await picture
      .autoOrient()
      .resize(size, size, { fit, withoutEnlargement: fit === 'inside' })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The library has no codes; a picture that takes too long is one that is made to.
    const text = error instanceof Error ? error.message : '';
    throw /pixel limit|timeout/i.test(text) ? tooLarge() : unsupported();
  }
}

const unsupported = () =>
  new AppError('BAD_REQUEST', 'unsupported_image', 'The file cannot be read as a JPEG, PNG, WebP or GIF picture.');

const tooLarge = () =>
  new AppError(
    'BAD_REQUEST',
    'image_too_large',
    `The picture has more than ${MAX_PIXELS / 1e6} megapixels, ${MAX_SIDE} pixels on a side or ${MAX_FRAMES} frames.`,
  );
