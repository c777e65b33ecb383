import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

const shown = (text: string) => renderToStaticMarkup(createElement(Markdown, { text })).replace(/ class="[^"]*"/g, '');

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
])('%s stays inert', (text) => {
  expect(shown(text)).not.toMatch(/<(?!\/?(div|p|span)\b)|href|src=(?!x)/);
});

test('a picture on another host becomes a link, not a request', () => {
  expect(shown('![our kill](https://pictures.example/kill.png)')).toContain('>our kill</a>');
});
