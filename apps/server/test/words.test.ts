/** Tests that comments, documentation and the titles of tests begin with their subject. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TWISTED } from './texts/twisted.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const twisted = (file: string, texts: string[]) =>
  texts.filter((text) => TWISTED.test(text) || /(?:^|[.!?] )Of\b/.test(text)).map((text) => `${file}: ${text}`);

const COMMENT = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm;
const comments = (code: string) =>
  [...code.matchAll(COMMENT)]
    .flatMap(([comment]) => comment.replace(/\s*\*\/$/, '').split(/\n[ \t]*(?:\*|\/\/)[ \t]*\n/))
    .map((paragraph) => paragraph.replaceAll(/\s*(?:^|\n)[ \t]*(?:\/\*+|\*|\/\/)[ \t]*/g, ' ').trim());

test('comments begin with their subject', () => {
  const files = globSync('{apps,packages,bench,.ci}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => SKIPPED.test(name),
  });
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => twisted(file, comments(read(file))))).toEqual([]);
});
const SKIPPED = /node_modules|dist$/;

test('documentation begins with its subject', () => {
  const files = ['README.md', 'ARCHITECTURE.md', ...globSync('docs/*.md', { cwd: root })];
  const sentences = (text: string) =>
    text
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .split(/\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)/)
      .map((part) => part.replace(/^\s*(?:[-*]|\d+\.)\s+/, '').replaceAll(/\s+/g, ' '));
  expect(files.flatMap((file) => twisted(file, sentences(read(file))))).toEqual([]);
});

test('titles of tests begin with their subject', () => {
  const files = globSync('{apps,packages}/**/*.test.{ts,tsx}', { cwd: root, exclude: (name) => SKIPPED.test(name) });
  const titles = (code: string) =>
    [...code.matchAll(TITLE)].map(({ groups }) => groups?.title?.replace(/^[A-Z]+\d*-[\w, -]+: /, '') ?? '');
  expect(files.flatMap((file) => titles(read(file))).length).toBeGreaterThan(1500);
  expect(files.flatMap((file) => twisted(file, titles(read(file))))).toEqual([]);
});
/** The first text in the parentheses of `test(`, `test.concurrent(` or, with a table, of `test.each(…)(`. */
const TITLE =
  /(?:^test[\w.]*\(|^ {2}\]\)\(|^\]\)\(|\)\()\s*(?<quote>['`])(?<title>(?:(?!\k<quote>)[^\\]|\\.)*)\k<quote>/gm;
