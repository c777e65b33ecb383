import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('a browser that writes its languages with an underscore is understood', async () => {
  vi.stubGlobal('navigator', { languages: ['xx_YY', 'pt_BR', 'de_AT', 'en'], language: 'xx_YY' });
  const { language, localeTagOf } = await import('./language.ts');
  expect(language()).toBe('pt-BR');
  expect([localeTagOf('pt-BR'), localeTagOf('de')]).toEqual(['pt-BR', 'de-AT']);
});
