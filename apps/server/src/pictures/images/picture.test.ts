import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/people.ts';
import {
  animation,
  type Format,
  hugePng,
  photograph,
  picture,
  plain,
  progressiveJpeg,
} from '../../../test/pictures.ts';
import { storedFiles, uploadAvatar } from '../../../test/uploads.ts';
import { avatar as avatarPicture } from './avatar.ts';
import { sharp } from './decoders.ts';
import { encodePicture } from './encode-picture.ts';
import { logo as logoPicture } from './logo.ts';

const FORMATS: Format[] = ['jpeg', 'png', 'webp', 'gif'];
const [avatar, logo] = [avatarPicture.shape, logoPicture.shape];

const html = '<script>alert(1)</script>';
const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`);

test('U-05: refuses anything but the four formats, whatever it begins with', async () => {
  const jpeg = await picture('jpeg');
  const sources: [string, Buffer][] = [
    ['SVG with a script', svg(html)],
    ['SVG with a file', svg('<image href="file:///etc/passwd"/>')],
    ['SVG with an address', svg('<image href="http://169.254.169.254/"/>')],
    ['XML before SVG', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg('')])],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
    ['HTML that begins like a GIF', Buffer.from(`GIF89a<html>${html}</html>`)],
    ['SVG that begins like a PNG', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg('')])],
    ['TIFF', await plain(20, 20, '#123456').tiff().toBuffer()],
    ['AVIF', await plain(20, 20, '#123456').avif().toBuffer()],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
    ['ICO', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), jpeg])],
    ['WAVE in RIFF', Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt '), Buffer.alloc(40)])],
    ['one byte', Buffer.from([0xff])],
  ];
  for (const [name, source] of sources) {
    const refusal = await encodePicture(source, avatar).catch((error: unknown) => error);
    expect([name, refusal]).toEqual([name, expect.objectContaining({ reason: 'unsupported_image', status: 400 })]);
    // These decoders are disabled for the whole process.
    await expect(sharp(source).metadata()).rejects.toThrow();
  }
});

test('U-06: refuses bombs and broken pictures without decoding them', async () => {
  const jpeg = await photograph();
  const sources: [string, Buffer, string][] = [
    ['900 megapixels in 109 kB', hugePng(30_000, 30_000), 'image_too_large'],
    ['just over 40 megapixels', hugePng(8_001, 5_000), 'image_too_large'],
    ['1,000 frames of 4 megapixels', await animation(1000, { width: 2000, height: 2000 }), 'image_too_large'],
    ['201 frames', await animation(201), 'image_too_large'],
    ['a strip', hugePng(1, 60_000), 'image_too_large'],
    ['a side just too long', hugePng(10_001, 2), 'image_too_large'],
    ['16 bits a channel, interlaced', hugePng(6_000, 4_000, { interlaced: true }), 'image_too_large'],
    ['progressive in all its colours', await progressiveJpeg(7_000, 5_000), 'image_too_large'],
    ['cut off in its header', jpeg.subarray(0, 300), 'unsupported_image'],
  ];
  // Each decoding passes through the library's queue.
  let decodings = 0;
  const count = () => {
    decodings += 1;
  };
  sharp.queue.on('change', count);
  try {
    await encodePicture(await picture('gif'), avatar);
    expect(decodings).toBeGreaterThan(0);
    decodings = 0;
    for (const [name, source, reason] of sources) {
      const refusal = await encodePicture(source, avatar).catch((error: unknown) => error);
      expect([name, refusal]).toEqual([name, expect.objectContaining({ reason, status: 400 })]);
      expect([name, decodings]).toEqual([name, 0]);
    }
  } finally {
    sharp.queue.off('change', count);
  }
  await expect(encodePicture(jpeg.subarray(0, jpeg.length / 2), avatar)).rejects.toMatchObject({
    reason: 'unsupported_image',
  });
  const png = await picture('png');
  png.fill(0, png.length / 2, png.length / 2 + 20);
  await expect(encodePicture(png, avatar)).rejects.toMatchObject({ reason: 'unsupported_image' });

  const large = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
  for (const source of [hugePng(8_000, 5_000), hugePng(10_000, 2), await animation(200), large]) {
    expect((await encodePicture(source, avatar)).files).toHaveLength(2);
  }
});

test('U-07: keeps nothing but pixels: no metadata, and nothing hidden in the file', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const exif = { IFD0: { Copyright: 'secret-copyright' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } };
  const tagged = await plain(400, 300, '#808000').withExif(exif).withIccProfile('p3').jpeg().toBuffer();
  expect((await sharp(tagged).metadata()).exif).toBeDefined();
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(100)]);
  const { body } = await uploadAvatar(person, Buffer.concat([tagged, Buffer.from(html), zip])).expect(200);

  for (const size of [512, 128]) {
    const file = await download(app.url, body.avatarUrl.replace('/512.', `/${size}.`));
    const { exif, icc, xmp, iptc, format } = await sharp(file).metadata();
    expect({ exif, icc, xmp, iptc, format }).toEqual({ format: 'webp' });
    for (const text of ['script', 'PK\x03\x04', 'secret-copyright', 'EXIF', 'ICCP']) {
      expect([text, file.includes(text)]).toEqual([text, false]);
    }
  }
});

test('U-08: quickly refuses content designed to slow down format detection', async () => {
  const asf = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c0000000000000000', 'hex');
  const sources = [
    Buffer.concat([asf, Buffer.alloc(31)]),
    Buffer.concat([asf, randomBytes(1024 * 1024)]),
    randomBytes(1024 * 1024),
  ];
  for (const source of sources) {
    const { bytes, readTo } = watched(source);
    await expect(encodePicture(bytes, avatar)).rejects.toMatchObject({ reason: 'unsupported_image' });
    // A few bytes tell the format. The time does not depend on the others, because they are not read.
    expect(readTo()).toBeGreaterThan(0);
    expect(readTo()).toBeLessThanOrEqual(16);
  }
});

/** The same bytes, and how many of them were read. A method whose reads are not known counts as reading all of them. */
function watched(source: Buffer): { bytes: Buffer; readTo: () => number } {
  let furthest = 0;
  const read = (end: number) => {
    furthest = Math.max(furthest, end);
  };
  const bytes = new Proxy(source, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) read(Number(key) + 1);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        read(key === 'toString' && typeof given[2] === 'number' ? given[2] : target.length);
        return value.apply(target, given);
      };
    },
  });
  return { bytes, readTo: () => furthest };
}

test('accepts an avatar in every format and serves it as WebP squares', async () => {
  await using app = await testApp();
  for (const format of FORMATS) {
    const person = await createPerson(app);
    const source = await picture(format, { width: 700, height: 300, colour: '#c02020' });
    // The client's claims about a file are ignored.
    const { body } = await uploadAvatar(person, source, 'picture.txt').expect(200);
    expect(body).toMatchObject({ id: person.userId, avatarUrl: expect.stringMatching(/\/512\.webp$/) });
    expect((await person.request('get', '/api/v1/auth/me').expect(200)).body).toEqual(body);
    for (const size of [512, 128]) {
      const file = await download(app.url, body.avatarUrl.replace('/512.', `/${size}.`));
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: size, height: size });
      const [red = 0, green = 0, blue = 0] = await sharp(file).resize(1, 1).raw().toBuffer();
      expect([format, Math.abs(red - 0xc0) < 8, green < 0x30, blue < 0x30]).toEqual([format, true, true, true]);
    }
  }
  expect(await storedFiles(app)).toHaveLength(8);
});

test('pictures are upright and in sRGB, and an animation becomes its first frame', async () => {
  // The left half is red, the right half blue; the orientation tag turns it on its side.
  const halves = await plain(200, 100, '#ff0000')
    .composite([{ input: await plain(100, 100, '#0000ff').png().toBuffer(), left: 100, top: 0 }])
    .png()
    .toBuffer();
  const lying = await sharp(halves).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { files } = await encodePicture(lying, logo);
  expect(await sharp(files[0].webp).metadata()).toMatchObject({ width: 100, height: 200 });
  const pixels = await sharp(files[0].webp).resize(1, 2, { fit: 'fill' }).raw().toBuffer();
  expect([...pixels].map((value) => value > 128)).toEqual([true, false, false, false, false, true]);

  const first = await picture('gif', { width: 40, height: 40, colour: '#00ff00' });
  const [moving] = (await encodePicture(await animation(3, { colour: '#00ff00' }), avatar)).files;
  const [still] = (await encodePicture(first, avatar)).files;
  expect((await sharp(moving.webp).metadata()).pages ?? 1).toBe(1);
  expect(moving.webp.equals(still.webp)).toBe(true);

  const deep = await plain(50, 50, '#ff0000').toColourspace('rgb16').png().toBuffer();
  const printed = await plain(50, 50, '#ff0000').toColourspace('cmyk').jpeg().toBuffer();
  const grey = await plain(50, 50, '#808080').toColourspace('b-w').png().toBuffer();
  for (const source of [deep, printed, grey]) {
    const { webp } = (await encodePicture(source, avatar)).files[0];
    expect(await sharp(webp).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', width: 512 });
  }
});

test('a logo keeps its shape and transparency, and is not enlarged', async () => {
  const wide = await picture('png', { width: 1000, height: 250 });
  const sizesOf = async (source: Buffer) => {
    const { files } = await encodePicture(source, logo);
    const all = await Promise.all(files.map(({ webp }) => sharp(webp).metadata()));
    return all.map(({ width, height }) => [width, height]);
  };
  expect(await sizesOf(wide)).toEqual([
    [512, 128],
    [128, 32],
  ]);
  expect(await sizesOf(await picture('png', { width: 60, height: 40 }))).toEqual([
    [60, 40],
    [60, 40],
  ]);
  const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { webp } = (await encodePicture(clear, logo)).files[0];
  expect((await sharp(webp).metadata()).hasAlpha).toBe(true);
});

async function download(appUrl: string, address: string): Promise<Buffer> {
  const response = await fetch(new URL(new URL(address).pathname, appUrl));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
