import { marked } from 'marked';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { oddTexts } from '../../../server/test/odd-texts.ts';
import { INLINE, lexMarkdown } from './bounded-lexer.ts';
import { Formatted } from './formatted.tsx';
import { Markdown } from './markdown.tsx';

const shown = (text: string) => renderToStaticMarkup(createElement(Formatted, { text })).replace(/ class="[^"]*"/g, '');

test('Markdown becomes elements, with headings below those of the page', () => {
  expect(shown('# Rules\n\nBe **on time**,\nand *kind*.')).toBe(
    '<div><h3>Rules</h3><p>Be <strong>on time</strong>,<br/>and <em>kind</em>.</p></div>',
  );
  expect(shown('1. Pull\n2. `Win`\n\n- [x] flask')).toContain(
    '<ol start="1"><li>Pull</li><li><code>Win</code></li></ol>',
  );
  expect(shown('- [x] flask')).toMatch(/<li><input type="checkbox" disabled="" checked=""\/>\s*flask<\/li>/);
  expect(shown('| a | b |\n| --- | --: |\n| 1 | 2 |')).toContain('<td style="text-align:right">2</td>');
  expect(shown('[logs](https://logs.example/1) and [the roster](/g/vigil/roster)')).toBe(
    '<div><p><a href="https://logs.example/1" target="_blank" rel="noreferrer nofollow ugc">logs</a> and <a href="/g/vigil/roster">the roster</a></p></div>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](data:text/html,boo)',
  '[click](//other.example/path)',
  '[click](/\\other.example)',
  '<javascript:alert(1)>',
  '[click](/api/v1/auth/magic-link/verify?token=x)',
  '[click](/a/../API/v1/auth/signin/discord)',
  '[click](/%61pi/v1/auth/signin/discord)',
  '![click](/trpc/auth.signOut)',
])('I-15: %s stays inert', (text) => {
  expect(shown(text)).not.toMatch(/<(?!\/?(div|p|span)\b)|href|src=(?!x)/);
});

test('a picture on another host becomes a link, not a request', () => {
  expect(shown('![our kill](https://pictures.example/kill.png)')).toContain('>our kill</a>');
});

test('I-15: a whole address of the API of this site is no link, another one is', () => {
  Object.defineProperty(globalThis, 'location', { value: { host: 'guild.example' }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'location'));
  expect(shown('<https://guild.example/api/v1/auth/signin/discord>')).not.toContain('href');
  expect(shown('[a](https://GUILD.example:443/a/../trpc/x)')).not.toContain('href');
  expect(shown('<https://guild.example/g/vigil>')).toContain('href');
  expect(shown('<https://other.example/api>')).toContain('href');
});

/** The deepest nesting of elements. */
function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, close, , alone] of html.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (alone) continue;
    depth += close ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The longest text of all. */
const LENGTH = 20_000;

test.each(oddTexts(LENGTH))('I-13: %s is shown after bounded work, with bounded nesting', (_, text) => {
  expect(lexMarkdown(text).steps).toBeLessThanOrEqual(400_000 + LENGTH);
  expect(depthOf(shown(text))).toBeLessThan(50);
});

test('I-13: each sign looks for the @ of an address within 64 characters', () => {
  const { text, url } = INLINE;
  for (const { source } of [text, url]) {
    expect(source).toContain('{1,64}');
    expect(source).not.toMatch(/[+*]\(?@/);
  }
});

test('the bounds change nothing about a text of ordinary length', () => {
  const guide = Array.from(
    { length: 200 },
    (_, at) => `${at}. **Boss** _${at}_: see [log](https://a.example/${at}), item_level_${at} 5*`,
  );
  const text = `${guide.join('\n')}\n\n> a\n> - b\n>   1. c **d *e* [f](https://g.example)**\n\nme@guild.example www.guild.example`;
  expect([...lexMarkdown(text).tokens]).toEqual([...marked.lexer(text, { gfm: true, breaks: true })]);
});

test('a text is readable before it is formatted, and one without signs looks the same', () => {
  const before = (text: string) =>
    renderToStaticMarkup(createElement(Markdown, { text })).replace(/ class="[^"]*"/g, '');
  expect(before('Be **on time**,\nand kind.')).toBe('<div><p>Be **on time**,\nand kind.</p></div>');
  for (const text of ['Bring flasks', 'Wir suchen Heiler, am liebsten zwei!', 'Ждём всех к восьми']) {
    expect(before(text)).toBe(shown(text));
  }
});
