/**
 * Regular expressions block the process while they run, and whoever writes a text chooses their input. The time of each
 * one must therefore grow no faster than its input.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

type Expression = { source: string; flags: string };

function expressionsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'));
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(program);
  return found;
}

/** The parts of an expression that make it slower than linear. */
const slowParts = (expression: Expression) =>
  analyse(expression).reports.map((report) => ('quant' in report ? report.quant.raw : report.startQuant.raw));

test.each([
  [/!?\[([^\]]*)\]\([^)]*\)/, ['[^\\]]*']],
  [/\\+$/, ['\\\\+']],
  [/^(\w+\s?)+$/, ['\\w+']],
  [/!?\[([^\][]*)\]\([^()]*\)/, []],
])('the analysis of %s finds %j', (expression, slow) => {
  expect(slowParts(expression)).toEqual(slow);
});

test('I-12: no regular expression takes longer than in proportion to the text', () => {
  // The simulator reads only what tests and developers write.
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.startsWith('packages/simulator') || /\.test\.|\/words\//.test(name),
  });
  const found = files.flatMap((file) => expressionsOf(file).map((one) => ({ file, ...one })));
  const slow = [...Map.groupBy(found, ({ source, flags }) => `/${source}/${flags}`)].flatMap(([text, [first]]) =>
    first ? slowParts(first).map((part) => `${first.file}: ${part} of ${text}`) : [],
  );
  expect(slow).toEqual([]);
});
