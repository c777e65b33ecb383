import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkText, decodeText, MAX_BYTES, openText } from './decode-text.ts';
import { refusalOf } from './test-refusals.ts';

describe('a file', () => {
  test('is UTF-8 with or without a byte order mark', () => {
    expect(decodeText(Buffer.from('Tëst'))).toBe('Tëst');
    expect(decodeText(Buffer.from('\uFEFFTëst'))).toBe('Tëst');
  });

  test('is UTF-16 if it begins with the mark of little-endian', () => {
    expect(decodeText(Buffer.from('\uFEFFИмя;Nöte', 'utf16le'))).toBe('Имя;Nöte');
  });

  test('is UTF-16 in the other order by its mark, too', () => {
    expect(decodeText(Buffer.from('\uFEFFИмя;Nöte', 'utf16le').swap16())).toBe('Имя;Nöte');
  });

  test('is Windows-1252 if it is no UTF-8', () => {
    expect(decodeText(Buffer.from([0x54, 0xeb, 0x73, 0x74, 0x20, 0x80]))).toBe('Tëst €');
  });

  test('is Windows-1252 where names have two letters beyond ASCII in a row', () => {
    expect(decodeText(Buffer.from('Déesse;Noël\nÐðrin;«Été»\n', 'latin1'))).toContain('Noël');
  });

  test.each([
    ['Windows-1251', [0xc1, 0xe5, 0xeb, 0xea, 0xe0, 0x3b, 0xdf, 0xed]],
    ['KOI8-R', [0xe2, 0xc5, 0xcc, 0xcb, 0xc1]],
    ['Windows-1253', [0xcf, 0xe4, 0xf5, 0xf3, 0xf3, 0xe5, 0xfd, 0xf2]],
    ['GBK', [0xd6, 0xd0, 0xce, 0xc4]],
    ['Shift JIS', [0x83, 0x8f, 0x83, 0x93]],
  ])('in %s is refused, and not read as Windows-1252', (_, bytes) => {
    const refusal = refusalOf(() => decodeText(Buffer.from([...Buffer.from('Name\n'), ...bytes])));
    expect(refusal).toMatchObject({ reason: 'another_encoding', message: expect.stringContaining('UTF-8') });
  });

  test('is refused if it is no text', () => {
    for (const bytes of [
      [0x89, 0x50, 0x4e, 0x47, 0, 0, 1],
      [0x1f, 0x8b, 8, 0],
      [0xff, 0xfe, 0, 0xd8],
    ]) {
      expect(refusalOf(() => decodeText(Buffer.from(bytes)))).toMatchObject({ reason: 'not_text' });
    }
  });

  test('has at most 5 MB', () => {
    expect(decodeText(Buffer.alloc(MAX_BYTES, 'a'))).toHaveLength(MAX_BYTES);
    expect(refusalOf(() => decodeText(Buffer.alloc(MAX_BYTES + 1, 'a')))).toMatchObject({ reason: 'too_large' });
  });
});

describe('a pasted text', () => {
  test('may be packed', () => {
    const text = 'name;note\n'.repeat(10);
    expect(openText(` ${deflateSync(text).toString('base64')}\n`)).toBe(text);
    expect(openText(text)).toBe(text);
  });

  test('M-01: is refused if it unpacks to more than 5 MB', () => {
    // Cut at its end, which only those see who unpack all of it.
    const bomb = deflateSync(Buffer.alloc(50 * 1024 * 1024))
      .subarray(0, -8)
      .toString('base64');
    expect(refusalOf(() => openText(bomb))).toMatchObject({ reason: 'too_large' });
  });

  test('is refused if it was no text before it was decoded', () => {
    const workbook = 'PK\u0003\u0004\u0014\u0000\u0006';
    for (const read of [openText, checkText]) {
      expect(refusalOf(() => read(workbook))).toMatchObject({ reason: 'not_text' });
    }
  });

  test('is refused if its packing is cut', () => {
    const packed = deflateSync('name;note\n'.repeat(100) + Math.PI).toString('base64');
    expect(refusalOf(() => openText(packed.slice(0, 30)))).toMatchObject({ reason: 'another_format' });
  });

  test('has at most 5 MB, counted in UTF-8', () => {
    expect(refusalOf(() => openText('ё'.repeat(MAX_BYTES / 2 + 1)))).toMatchObject({ reason: 'too_large' });
  });
});
