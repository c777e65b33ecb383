/** Generates pictures for tests, good ones and bad ones, so that the repository contains no binary files. */
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { sharp } from '../src/pictures/images/decoders.ts';

export type Format = 'jpeg' | 'png' | 'webp' | 'gif';
type Options = { width?: number; height?: number; colour?: string };

/** The colour that the simulated moderation refuses. */
export const MAGENTA = '#ff00ff';

/** A picture of a single colour. */
export function picture(
  format: Format,
  { width = 300, height = 200, colour = '#2f5d50' }: Options = {},
): Promise<Buffer> {
  return plain(width, height, colour).toFormat(format).toBuffer();
}

/** A unique picture that the simulated moderation does not take for magenta. */
export function anyPicture(): Promise<Buffer> {
  const [red, green = 0, blue] = randomBytes(3);
  return picture('png', { colour: `rgb(${red}, ${128 + (green % 128)}, ${blue})`, width: 64, height: 64 });
}

export function plain(width: number, height: number, colour: string) {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** 24 megapixels with as much detail as a photograph: 3 to 5 MB. */
export async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 1500, height: 1000, channels: 3, background: '#888', noise } as const;
  const detail = await sharp({ create }).raw().toBuffer({ resolveWithObject: true });
  return sharp(detail.data, { raw: detail.info })
    .resize(6000, 4000, { kernel: 'nearest' })
    .jpeg({ quality: 50 })
    .toBuffer();
}

/**
 * Black and white at one bit per pixel: enormous in pixels, small in bytes. If interlaced, its rows can only be
 * unpacked all at once.
 */
export function hugePng(width: number, height: number, { interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(interlaced ? [16, 6, 0, 0, 1] : [1, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A progressive JPEG whose header claims this size. */
export async function progressiveJpeg(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain(64, 64, '#336699').jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A GIF that repeats one frame. */
export async function animation(
  frames: number,
  { width = 40, height = 40, colour = '#c02020' }: Options = {},
): Promise<Buffer> {
  const single = await picture('gif', { width, height, colour });
  const table = single.readUInt8(10);
  const start = 13 + (table & 0x80 ? 3 * 2 ** ((table & 7) + 1) : 0);
  const frame = single.subarray(start, single.lastIndexOf(0x3b));
  return Buffer.concat([single.subarray(0, start), ...new Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}
