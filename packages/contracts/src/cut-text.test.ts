import { expect, test, vi } from 'vitest';
import { truncate } from './cut-text.ts';

/** Walks from the start, character by character. */
function walked(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > longest - 1) break;
    kept += segment;
  }
  return `${kept.replace(/(?<!\\)\\+$/, '')}…`;
}

const PIECES = [
  'a',
  'é',
  'e\u0301',
  '\r\n',
  '\\',
  '🐉',
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  '🇫',
  '👍🏽',
  'क्षि',
  '각',
  '\u200d',
  '\ud83d',
  '\udc09',
];

test('a text is cut after the last whole character that fits, wherever the cut falls', () => {
  for (const one of PIECES)
    for (const two of PIECES) {
      const whole = `${one}${two}a${two}${one}`;
      for (let longest = 0; longest <= whole.length; longest++)
        expect(truncate(whole, longest)).toBe(walked(whole, longest));
    }
});

test('a cut looks at no more of a long text than it keeps', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  try {
    expect(truncate('🐉'.repeat(5_000), 200)).toBe(`${'🐉'.repeat(99)}…`);
    for (const [text] of segment.mock.calls) expect(text.length).toBeLessThan(300);
  } finally {
    segment.mockRestore();
  }
});
