/** Turns a stranger's bytes into our own pictures: decoded, rotated upright, scaled, and re-encoded as WebP. */
import { createHash } from 'node:crypto';
import { badRequest } from '../../core/errors.ts';
import { createGate } from '../../core/gate.ts';
import { type Metadata, pictureFormat, sharp } from './decoders.ts';

/** Edge lengths in pixels, largest first. `cover` fills a square and crops; `inside` keeps the whole picture. */
export type PictureShape = { sizes: readonly [number, ...number[]]; fit: 'cover' | 'inside' };

type EncodedPicture = {
  /** One per size, largest first. */
  files: [EncodedFile, ...EncodedFile[]];
  /** SHA-256 of the largest file, in hex. */
  contentHash: string;
};
export type EncodedFile = { size: number; webp: Buffer };

const MAX_PIXELS = 40_000_000;
const MAX_SIDE = 10_000;
const MAX_FRAMES = 200;
const MAX_UNPACKED_BYTES = 160_000_000;
const SECONDS = 10;
const QUALITY = 82;

/**
 * Decoding shares four threads with file access and name lookups, so half of them are left to those. A picture that
 * must be unpacked as a whole runs alone, because of the memory it takes.
 */
const inTurn = createGate({ capacity: 2, waiting: 100 });
const ALONE = 2;
const BESIDE_ANOTHER = 1;
const LARGE_BYTES = 40_000_000;

/**
 * Keeps only the pixels of the source: no metadata, no further frames, no appended data. Throws BAD_REQUEST
 * `unsupported_image` or `image_too_large`, SERVICE_UNAVAILABLE `busy`.
 */
export async function encodePicture(source: Buffer, { sizes, fit }: PictureShape): Promise<EncodedPicture> {
  const unpackedBytes = await inTurn(BESIDE_ANOTHER, () => inspect(source));
  return inTurn(unpackedBytes > LARGE_BYTES ? ALONE : BESIDE_ANOTHER, async () => {
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

/** Without `animated`, only the first frame is decoded. */
const open = (source: Buffer) => sharp(source, { failOn: 'error', limitInputPixels: MAX_PIXELS });

/** Reads only the header: refuses pictures that are too large, and estimates the memory that decoding takes. */
async function inspect(source: Buffer): Promise<number> {
  if (!pictureFormat(source)) throw unsupported();
  const metadata = await open(source).metadata().catch(refuse);
  const { width, height, pages = 1 } = metadata;
  const unpackedBytes = unpackedSize(metadata);
  if (Math.max(width, height) > MAX_SIDE || pages > MAX_FRAMES || unpackedBytes > MAX_UNPACKED_BYTES) throw tooLarge();
  return unpackedBytes;
}

/** The decoder's memory at its peak. Most pictures are read row by row; the others are unpacked as a whole. */
function unpackedSize({ format, isProgressive, width, height, channels, depth, chromaSubsampling }: Metadata): number {
  const pixels = width * height;
  if (format === 'jpeg' && isProgressive) return pixels * 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels);
  if (format === 'png' && isProgressive) return pixels * channels * (depth === 'ushort' ? 2 : 1);
  if (format === 'gif' || format === 'webp') return pixels * 4;
  return 0;
}

/** The pixels of the first frame, upright and no larger than needed. */
function decode(source: Buffer, size: number, fit: PictureShape['fit']) {
  return open(source)
    .autoOrient()
    .resize(size, size, { fit, withoutEnlargement: fit === 'inside' })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
}

/** The library has no error codes; a picture that takes too long was made to. */
function refuse(error: unknown): never {
  const text = error instanceof Error ? error.message : '';
  throw /pixel limit|timeout/i.test(text) ? tooLarge() : unsupported();
}

const unsupported = () =>
  badRequest('unsupported_image', 'The file cannot be read as a JPEG, PNG, WebP or GIF picture.');

const tooLarge = () =>
  badRequest(
    'image_too_large',
    `The picture has more than ${MAX_PIXELS / 1e6} megapixels, ${MAX_SIDE} pixels on a side or ${MAX_FRAMES} frames, or takes too much to unpack.`,
  );
