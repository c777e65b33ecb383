/**
 * Regular expressions block the process while they run, and whoever writes a text chooses their input. The time of each
 * one must therefore grow no faster than its input.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { looseRows as ReadRows } from '@guildhall/contracts/table-text.ts';
import { parseSync, Visitor } from 'rolldown/utils';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

import type { apiRoutes as AddRoutes } from '../src/core/http/api-routes.ts';

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

/** How many expressions a file puts together while it runs. */
function countBuilt(file: string): number {
  let count = 0;
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'));
  const isRegExp = (callee: object) => 'name' in callee && callee.name === 'RegExp';
  const look = ({ callee }: { callee: object }) => {
    if (isRegExp(callee)) count += 1;
  };
  new Visitor({ NewExpression: look, CallExpression: look }).visit(program);
  return count;
}

/** A tool that reads only what developers write, and the expressions of a library, whose texts the file bounds. */
const OF_OTHERS = ['packages/messages/src/unused.ts', 'apps/web/src/ui/bounded-lexer.ts'];

/**
 * Files that put expressions together, and what makes them do it beyond being loaded. A file that is not here fails the
 * test.
 */
const BUILDS: Record<string, (module: Record<string, unknown>) => unknown> = {
  'apps/server/src/core/config.ts': () => {},
  'apps/server/src/core/http/api-routes.ts': ({ apiRoutes }) =>
    (apiRoutes as typeof AddRoutes)({
      openapi: '3.1.0',
      info: { title: '', version: '' },
      paths: { '/events/{id}.ics': { get: { responses: {} } } },
    }),
  'packages/contracts/src/name-key.ts': () => {},
  'packages/client/src/create-once.ts': () => {},
  'packages/contracts/src/name.ts': () => {},
  'packages/contracts/src/table-text.ts': ({ looseRows }) =>
    ([',', ';', '\t'] as const).map((separator) => (looseRows as typeof ReadRows)('a', separator, 1)),
};

/** Expressions that are put together meanwhile. */
async function builtBy(work: () => Promise<unknown>): Promise<Expression[]> {
  const found: Expression[] = [];
  const own = globalThis.RegExp;
  const keep = (made: RegExp) => {
    found.push({ source: made.source, flags: made.flags });
    return made;
  };
  globalThis.RegExp = new Proxy(own, {
    construct: (target, [pattern, flags]) => keep(new target(pattern, flags)),
    apply: (target, _this, [pattern, flags]) => keep(target(pattern, flags)),
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = own;
  }
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

test('I-12: no regular expression takes longer than in proportion to the text', async () => {
  // The simulator reads only what tests and developers write.
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.startsWith('packages/simulator') || /\.test\.|\/words\//.test(name),
  });
  const found = files.flatMap((file) => expressionsOf(file).map((one) => ({ file, ...one })));
  const building = files.filter((file) => countBuilt(file) > 0 && !OF_OTHERS.includes(file));
  expect(building.toSorted()).toEqual(Object.keys(BUILDS).toSorted());
  for (const file of building) {
    const built = await builtBy(async () => {
      // Anew, so that it puts them together now.
      const module: Record<string, unknown> = await import(`${path.join(root, file)}?anew`);
      await BUILDS[file]?.(module);
    });
    expect([file, built.length >= countBuilt(file)]).toEqual([file, true]);
    found.push(...built.map((one) => ({ file, ...one })));
  }
  const slow = [...Map.groupBy(found, ({ source, flags }) => `/${source}/${flags}`)].flatMap(([text, [first]]) =>
    first ? slowParts(first).map((part) => `${first.file}: ${part} of ${text}`) : [],
  );
  expect(slow).toEqual([]);
});
