import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A white picture as PNG, to be tinted by the viewer; `coverage` gives the opacity of a pixel, 0 to 1. */
export const whitePng = (width: number, height: number, coverage: (x: number, y: number) => number): Buffer =>
  png(width, height, GREY_WITH_ALPHA, 2, (x, y) => [255, Math.round(Math.min(1, Math.max(0, coverage(x, y))) * 255)]);

/** A picture as PNG; `colourOf` gives red, green and blue of a pixel, 0 to 255. */
export const colourPng = (width: number, height: number, colourOf: (x: number, y: number) => number[]): Buffer =>
  png(width, height, COLOUR, 3, (x, y) => colourOf(x, y).map(Math.round));

const COLOUR = 2;
const GREY_WITH_ALPHA = 4;

function png(width: number, height: number, type: number, bytes: number, pixel: (x: number, y: number) => number[]) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, type], 8);

  // Every row starts with its filter type, 0.
  const pixels = Buffer.alloc(height * (1 + width * bytes));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(pixel(x, y), y * (1 + width * bytes) + 1 + x * bytes);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
