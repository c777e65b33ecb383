/** Each procedure of the service is called by a page, or stands in `WITHOUT_PAGE` with the reason. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { appRouter } from '../../server/src/app/router.ts';

const WITHOUT_PAGE: Record<string, string> = {
  'calendarFeeds.mine': 'The page reads all feeds at once',
  'changes.list': 'For bots; pages have the socket',
  'characters.completeSync': 'For operators; pages sync the characters of one person',
  'characters.syncSession': 'The socket tells how a sync goes',
  'comparisons.gearAudit': 'The page reads everyone who raids at once',
  'comparisons.vault': 'The page reads everyone who raids at once',
  'gameData.classes': 'Characters come with the names of theirs',
  'gameData.races': 'Characters come with the names of theirs',
  'gameData.specializations': 'Characters come with the names of theirs',
  'guilds.ranks': 'The roles of ranks say the same, with their rights',
  'journal.syncActive': 'The page of syncs reads all of them at once',
  'lineups.check': 'The page counts while a line-up is planned',
  'nights.readReports': 'For operators; the schedule reads them',
  'nights.reports': 'The night has them',
  'profile.disconnectGameplatform': 'The page unlinks every way to sign in alike',
  'profile.listAccounts': 'The profile has them',
  'profile.resetOnboarding': 'For trying it out; the introduction is a page that can be opened again',
  'roster.syncSession': 'The socket tells how a sync goes',
  'signIn.magicLinkAlias': 'Another address of the same',
  'users.me': 'The session has it',
  'reserves.drop': 'the page gives up one item after the other, by `put`',
};

const CALL = /\b(?:api|client)\s*\.\s*(\w+)\s*\.\s*(\w+)\s*\.\s*(?:queryOptions|mutationOptions|query|mutate)\b/g;
const ADDRESS = /['"`](\/api\/v1\/[^'"`?]*)/g;

type Definition = { _def: { meta?: { openapi?: { path: string } } } };

test('every procedure that no page calls has a documented reason', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  const called = new Set(
    sources.flatMap((text) => [...text.matchAll(CALL)].map(([, router, name]) => `${router}.${name}`)),
  );
  const addresses = sources.flatMap((text) => [...text.matchAll(ADDRESS)].map(([, address = '']) => shapeOf(address)));
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>);
  const missing = procedures
    .filter(
      ([name, { _def }]) => !called.has(name) && !addresses.includes(shapeOf(`/api/v1${_def.meta?.openapi?.path}`)),
    )
    .map(([name]) => name);
  expect(missing.sort()).toEqual(Object.keys(WITHOUT_PAGE).sort());
});

/** Placeholders of either kind alike. */
const shapeOf = (address: string) => address.replace(/\$?\{[^}]*\}/g, '{}');
