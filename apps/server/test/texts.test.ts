/** Tests that texts for people begin with their subject. */

import { expect, test } from 'vitest';
import { readConfig } from '../src/core/config.ts';
import { openApiDocument } from '../src/core/http/openapi.ts';
import { appRouter } from '../src/router.ts';
import { apiReference } from '../src/routes.ts';
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
  read(openApiDocument(appRouter, readConfig({ BASE_URL: 'https://guildhall.example' }), apiReference));
  expect([...twisted]).toEqual([]);
});
