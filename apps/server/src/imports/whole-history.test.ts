/** A history of several years through all that brings it in: file, preview, job, pages. */
import type { ImportRowsView, ImportView } from '@guildhall/contracts/import.ts';
import type { LootAwardView, LootFiltersView, LootResponsesView, LootView } from '@guildhall/contracts/loot.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import type { Call } from '../../test/caller.ts';
import { done } from '../../test/events.ts';
import { createGuildPeople } from '../../test/guild-people.ts';
import { sendHistory } from '../../test/loot.ts';
import { longHistory } from '../../test/loot-history.ts';
import { recorded, toolText } from '../../test/recordings.ts';

let app: TestApp;
let officer: Call;
let token: string;
let guildId: string;
let path: string;
/** Characters of the roster that no member has proved. */
let known: { name: string; realm: string }[];
beforeAll(async () => {
  app = await testApp();
  const people = await createGuildPeople(app);
  guildId = people.guild.id;
  ({ officer } = people);
  ({ token } = await app.signIn('kessa'));
  path = `/organizations/${guildId}`;
  known = await app.ctx.sql(
    `select e.name, e.realm_slug as realm from roster_entry e where e.organization_id = $1 and e.left_at is null
       and not exists (select from proven_claim p where p.entry_id = e.id)
       and (select count(*) from roster_entry o where o.organization_id = $1 and lower(o.name) = lower(e.name)) = 1
     order by e.name limit 5`,
    [guildId],
  );
  await app.ctx.sql(
    `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
     values ($1, 'Long ago', 'raid', 'guild', 'completed', '2018-09-12T17:00Z', '2018-09-12T21:00Z', '2018-09-12T17:00', 'UTC', now())`,
    [guildId],
  );
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['import_run', 'loot_award', 'loot_response', 'raider', 'rate_limit']) {
    await app.ctx.sql(`delete from ${table}`);
  }
});

/** All that a history of loot has written, with the transaction that wrote each row. */
const written = async () =>
  Promise.all(
    ['loot_award', 'loot_response', 'raider', 'raider_character', 'raider_alias'].map((table) =>
      app.ctx.sql(`select xmin::text, ctid::text, to_jsonb(t) as row from ${table} t order by ctid`),
    ),
  );

async function bringIn(text: string): Promise<{ preview: ImportView; applied: ImportView }> {
  const id = await sendHistory(app, guildId, token, text);
  const run = () => done<ImportView>(officer('GET', `${path}/imports/${id}`));
  const inState = (state: ImportView['state']) =>
    expect.poll(async () => (await run()).state, { timeout: 60_000 }).toBe(state);
  await inState('preview');
  const preview = await run();
  await done(officer('POST', `${path}/imports/${id}/apply`));
  await inState('applied');
  return { preview, applied: await run() };
}

async function everyPage(query = ''): Promise<LootAwardView[]> {
  const all: LootAwardView[] = [];
  for (let page = 1; ; page += 1) {
    const address = `${path}/loot?pageSize=200&page=${page}${query}`;
    const { awards, pagination } = await done<LootView>(officer('GET', address));
    all.push(...awards);
    if (page < pagination.totalPages) continue;
    expect(all).toHaveLength(pagination.total);
    return all;
  }
}

const player = (number: number) => {
  const character = number % 4 === 0 ? known[number % known.length] : undefined;
  return character ? `${character.name}-${character.realm}` : `Raider${'abcdefghij'[number % 10]}-Farwatch`;
};
const histories: [string, () => string][] = [['generated', () => longHistory({ player })]];
if (recorded) histories.push(['recorded', () => toolText('rclootcouncil-history.csv')]);

test.each(histories)(
  'a %s history of 2,403 lines has 2,378 awards, of which no raider got 273, and nothing the second time',
  async (_, textOf) => {
    const text = textOf();
    const { preview, applied } = await bringIn(text);
    const { matched, ambiguous, unmatched, skipped } = preview.counts;
    // Two of the 274 lines that no raider won are about one award.
    expect([matched + ambiguous + unmatched, skipped]).toEqual([2_378, 25]);
    expect(applied).toMatchObject({ written: 2_378 });
    const { rows, pagination } = await done<ImportRowsView>(
      officer('GET', `${path}/imports/${applied.id}/rows?status=skipped&pageSize=200`),
    );
    expect(pagination.total).toBe(25);
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['later_line']));

    const awards = await everyPage();
    expect(new Set(awards.map(({ id }) => id)).size).toBe(2_378);
    const unclaimed = awards.filter(({ winner }) => winner === null);
    expect(unclaimed).toHaveLength(273);
    const count = (meaning: string) => unclaimed.filter(({ response }) => response.meaning === meaning).length;
    expect([count('disenchant'), count('bank')]).toEqual([237, 36]);
    expect(awards.filter(({ withdrawn }) => withdrawn)).toHaveLength(1);
    expect(awards.filter(({ firstTo }) => firstTo !== null)).toHaveLength(1);
    expect(awards.map(({ receivedAt }) => receivedAt)).toEqual(
      awards.map(({ receivedAt }) => receivedAt).toSorted((one, other) => other.localeCompare(one)),
    );
    // Loot that was not shared out and responses without a decision never count.
    const counting = new Set(awards.filter(({ response }) => response.counts).map(({ response }) => response.meaning));
    expect([...counting].toSorted()).toEqual(['best', 'minor', 'need', 'upgrade']);
    const { responses } = await done<LootResponsesView>(officer('GET', `${path}/loot-responses`));
    expect(responses.reduce((sum, { awards: some }) => sum + some, 0)).toBe(2_378);
    for (const { key, awards: some } of responses.slice(0, 3)) {
      expect(await everyPage(`&response=${encodeURIComponent(key)}`)).toHaveLength(some);
    }
    const { items, nights, raiders } = await done<LootFiltersView>(officer('GET', `${path}/loot/filters`));
    expect(items.reduce((sum, { awards: some }) => sum + some, 0)).toBe(2_378);
    const [night, ...others] = nights;
    expect(others).toEqual([]);
    expect(night).toMatchObject({ title: 'Long ago' });
    expect(await everyPage(`&eventId=${night?.id}`)).toHaveLength(night?.awards ?? 0);
    for (const { raider, awards: some } of raiders.slice(0, 3)) {
      expect(await everyPage(`&raiderId=${raider.id}`)).toHaveLength(some);
    }
    expect(raiders.length > 0).toBe(text.includes(`${known[0]?.name}-`));

    const before = await written();
    const again = await bringIn(text);
    expect(again.applied).toMatchObject({ written: 0, kept: 0 });
    expect(await written()).toEqual(before);
    expect(await everyPage()).toEqual(awards);
  },
);
