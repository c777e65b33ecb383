/** Tests that texts for people begin with their subject. */

import { expect, test } from 'vitest';
import { apiReference } from '../src/app/api-reference.ts';
import { appRouter } from '../src/app/router.ts';
import { openApiDocument } from '../src/core/http/openapi.ts';
import { refusalTexts } from './texts/collect.ts';
import { TWISTED } from './texts/twisted.ts';

test('refusals begin with their subject', () => {
  const texts = refusalTexts();
  expect(texts.length).toBeGreaterThan(250);
  expect(texts.filter(({ text }) => TWISTED.test(text))).toEqual([]);
});

test('sentences of the API reference begin with their subject', () => {
  const twisted = new Set<string>();
  const read = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      const isText = (key === 'description' || key === 'summary') && typeof value === 'string';
      if (isText && TWISTED.test(value)) twisted.add(value);
      read(value);
    }
  };
  read(openApiDocument(appRouter, apiReference));
  expect([...twisted]).toEqual([]);
});
