// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of code.
import { expect, test } from 'vitest';
import { type Tree, testsOf } from './changed-tests.ts';

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';
const tree: Tree = new Map(
  Object.entries({
    'packages/contracts/src/loot.ts': 'export type Award = string;',
    [`${SERVER}/loot/prices.ts`]: "import type { Award } from '@guildhall/contracts/loot.ts';",
    [`${SERVER}/loot/loot.router.ts`]:
      "import { priceOf } from './prices.ts'; const BASE = '/organizations/{id}/awards'; export const lootRouter = router({ a: verb({ route: `GET ${BASE}` }) });",
    [`${SERVER}/loot/prices.test.ts`]: "import { priceOf } from './prices.ts';",
    [`${SERVER}/loot/awards.test.ts`]: "import { testApp } from '../../test/app.ts';",
    [`${SERVER}/events/week.ts`]: 'export const week = 7;',
    [`${SERVER}/events/week.test.ts`]:
      "import { testApp } from '../../test/app.ts'; call(`/guilds/${id}/awards?page=2`);",
    [`${SERVER}/events/month.test.ts`]: "import { testApp } from '../../test/app.ts'; call(`/guilds/${id}/awarded`);",
    [`${SERVER}/app/router.ts`]: "import { lootRouter } from '../loot/loot.router.ts';",
    [`${SERVER}/app/serve.ts`]: "import { router } from './router.ts';",
    [`${SERVER}/app/serve.test.ts`]: "import { testApp } from '../../test/app.ts';",
    'apps/server/test/app.ts': "import { serve } from '../src/app/serve.ts';",
    'apps/server/test/fuzz.test.ts': "import { testApp } from './app.ts';",
    'apps/server/test/names.test.ts': "import { globSync } from 'node:fs';",
    [`${WEB}/loot/loot-page.tsx`]: 'api.loot.awards.queryOptions({ id })',
    [`${WEB}/loot/words/en.json`]: '{}',
    [`${WEB}/loot/loot.words.ts`]: "const words = { en: () => import('./words/en.json') };",
    [`${WEB}/loot/loot.routes.ts`]:
      "createRoute({ path: '/loot/$award', component: lazyPart(() => import('./loot-page.tsx')), words: import('./loot.words.ts') })",
    [`${WEB}/events/events.routes.ts`]: "createRoute({ path: '/events/$event' })",
    [`${WEB}/router.tsx`]: "import './loot/loot.routes.ts'; import './events/events.routes.ts';",
    'apps/server/test/loot-doc.test.ts': "import { testApp } from './app.ts'; read('docs/loot.md');",
    'apps/server/test/collect.ts': "import { globSync } from 'node:fs';",
    'apps/server/test/texts.test.ts': "import { collect } from './collect.ts';",
    'apps/web/e2e/loot.test.ts': 'openPage(stage, { path: `/g/${guild}/loot/${award}` })',
    'apps/web/e2e/events.test.ts': 'openPage(stage, { path: `/events/${event}` })',
  }),
);
const SOURCES = ['names', 'texts'].map((name) => `apps/server/test/${name}.test.ts`);
const filesOf = (...changed: string[]) => testsOf(changed, tree).files;

test('a change runs the tests that import it, stand beside it, or call its procedures, and the browser’s of its pages', () => {
  const reached = ['awards.test.ts', 'prices.test.ts'].map((file) => `${SERVER}/loot/${file}`);
  const all = [`${SERVER}/events/week.test.ts`, ...reached, ...SOURCES, 'apps/web/e2e/loot.test.ts'];
  expect(filesOf(`${SERVER}/loot/prices.ts`)).toEqual(all);
  expect(filesOf('packages/contracts/src/loot.ts')).toEqual(all);
  expect(filesOf(`${SERVER}/events/week.ts`)).toEqual(
    ['month', 'week'].map((name) => `${SERVER}/events/${name}.test.ts`).concat(SOURCES),
  );
});

test('a change of a page runs the browser’s tests that open its address', () => {
  for (const file of ['loot-page.tsx', 'words/en.json']) {
    expect(filesOf(`${WEB}/loot/${file}`)).toEqual([...SOURCES, 'apps/web/e2e/loot.test.ts']);
  }
  expect(filesOf(`${WEB}/events/events.routes.ts`)).toEqual([...SOURCES, 'apps/web/e2e/events.test.ts']);
});

test('a change of what assembles the service runs every test of the service', () => {
  const files = filesOf(`${SERVER}/app/router.ts`);
  const ofServer = [...tree.keys()].filter((file) => file.startsWith('apps/server/') && file.endsWith('.test.ts'));
  expect(files).toEqual(ofServer.filter((file) => !file.includes('prices')).toSorted());
});

test('what any test can depend on is named, documents are not', () => {
  const changed = [
    'docs/other.md',
    'pnpm-lock.yaml',
    'ops/board.json',
    `${SERVER}/migrations/0001.sql`,
    'apps/server/package.json',
  ];
  expect(testsOf(changed, tree)).toEqual({ files: SOURCES, reasons: changed.slice(1) });
  expect(filesOf('docs/loot.md')).toEqual(['apps/server/test/loot-doc.test.ts', ...SOURCES]);
});
