/** A run in the hands of workers that are killed: its chunks, driven by hand. */
import type { ImportRowsView, ImportView } from '@guildhall/contracts/import.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { done, type EventGuild, eventGuild } from '../../test/events.ts';
import { contentsOf } from '../../test/raiders.ts';
import { applyRows, undoRows } from './apply-import.ts';
import { matchImport } from './match-import.ts';

let app: TestApp;
let guild: EventGuild;
let path: string;
let eventId: string;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 3);
  path = `/organizations/${guild.id}/imports`;
  await app.ctx.sql(`update role set permissions = permissions || '{canManageRoster}'`);
  const event = { title: 'Raid', type: 'raid', scope: 'guild', localStart: '2099-12-01T20:00', durationMinutes: 120 };
  const slots = [
    { roleKey: 'tank', max: 30 },
    { roleKey: 'melee', max: 3 },
  ];
  const made = await done<{ id: string }>(
    guild.officer.call('POST', `/organizations/${guild.id}/events`, { ...event, slots }),
  );
  eventId = made.id;
});
afterAll(() => app[Symbol.asyncDispose]());

const contents = () => contentsOf(app, guild.id);
/** Everything but the ids and times that each run gives anew. */
const shape = async () =>
  app.ctx.sql(
    `select r.name, r.kind, p.status, p.role_key, p.note from raider r
     left join participation p on p.raider_id = r.id and p.event_id = $2
     where r.organization_id = $1 order by r.name, p.status`,
    [guild.id, eventId],
  );

/** A worker that is told to stop after each transaction, or one that is not. */
const worker = (isStopped: boolean) => {
  const controller = new AbortController();
  if (isStopped) controller.abort(new Error('stopped'));
  return { jobId: 'test', attempt: 0, lastAttempt: false, signal: controller.signal };
};

async function brought(text: string): Promise<string> {
  return previewed({ source: 'table', columns: { name: 0, answer: 1, role: 2 }, hasHeadings: false, eventId, text });
}

/** With a guest in place of everybody who is not found. */
async function previewed(body: Record<string, unknown>): Promise<string> {
  const { id } = await done<ImportView>(guild.officer.call('POST', path, body));
  await matchImport(app.ctx, { importId: id }, worker(false));
  const { rows } = await done<ImportRowsView>(guild.officer.call('GET', `${path}/${id}/rows?pageSize=200`));
  const open = rows.filter(({ status }) => status !== 'matched').map((row) => row.id);
  if (open.length > 0)
    await done(guild.officer.call('PATCH', `${path}/${id}/rows`, { rowIds: open, decision: 'guest' }));
  return id;
}

async function run(verb: 'apply' | 'undo', importId: string, isStopped = false): Promise<number> {
  await done(guild.officer.call('POST', `${path}/${importId}/${verb}`));
  const work = () => (verb === 'apply' ? applyRows : undoRows)(app.ctx, { importId }, worker(isStopped));
  for (let attempts = 1; ; attempts += 1) {
    try {
      await work();
      return attempts;
    } catch (error) {
      if (!isStopped || !(error instanceof Error) || error.message !== 'stopped') throw error;
    }
  }
}

const many = Array.from(
  { length: 60 },
  (_, index) => `Guest${String.fromCharCode(97 + (index % 26))}${index},yes,tank`,
);

test('a run that is stopped after each chunk ends as one that is not', async () => {
  const before = await contents();
  const text = many.join('\n');
  const straight = await brought(text);
  expect(await run('apply', straight)).toBe(1);
  const expected = await shape();
  expect(expected).toHaveLength(60);
  await run('undo', straight);
  expect(await contents()).toEqual(before);

  const stopped = await brought(text);
  expect(await run('apply', stopped, true)).toBe(3);
  expect(await shape()).toEqual(expected);
  expect(await run('undo', stopped, true)).toBe(3);
  expect(await contents()).toEqual(before);
});

test('for any rows, applying twice is applying once, and undoing leaves everything as before', async () => {
  const row = fc.record({
    name: fc.constantFrom('Pickle', 'Zander', 'Pickle/Zander', 'Öric', 'Oric', 'Far-Away'),
    answer: fc.constantFrom('yes', 'no', 'maybe', 'bench'),
    role: fc.constantFrom('tank', 'melee', ''),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const text = rows.map(({ name, answer, role }) => `${name},${answer},${role}`).join('\n');
      const before = await contents();
      const first = await brought(text);
      await run('apply', first);
      const after = await contents();
      const second = await brought(text);
      await run('apply', second);
      expect(await contents()).toEqual(after);
      await run('undo', second);
      await run('undo', first);
      expect(await contents()).toEqual(before);
    }),
    { numRuns: 12 },
  );
});

test('families come out the same in whatever order their rows stand', async () => {
  const written = () =>
    app.ctx.sql(
      `select r.name, string_agg(c.name || case when c.is_main then ' (main)' else '' end, ', ' order by c.name) as characters
       from raider r left join raider_character c on c.raider_id = r.id where r.organization_id = $1 group by r.id order by 1, 2`,
      [guild.id],
    );
  const rows = [
    'Pickle,',
    'Zander,Pickle',
    'Öric,Pickle',
    'Far,Zander',
    'Oric-Away,Gherkin',
    'Nib,Gherkin',
    'Lone,',
    'Sole,',
  ];
  const outcome = async (order: readonly string[]) => {
    await app.ctx.sql('delete from rate_limit');
    const before = await contents();
    const columns = { name: 0, main: 1 };
    const id = await previewed({ source: 'table', columns, hasHeadings: false, text: order.join('\n') });
    await run('apply', id);
    const families = await written();
    await run('undo', id);
    expect(await contents()).toEqual(before);
    return families;
  };
  const expected = await outcome(rows);
  expect(expected.length).toBeGreaterThan(3);
  // A main that is no row and no raider yet.
  expect(expected).toContainEqual({ name: 'Gherkin', characters: 'Nib, Oric' });
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (order) => {
      expect(await outcome(order)).toEqual(expected);
    }),
    { numRuns: 8 },
  );
});

test('the same holds for events and teams that an import adds to', async () => {
  const { id: teamId } = await done<{ id: string }>(
    guild.officer.call('POST', `/organizations/${guild.id}/teams`, { name: 'Brought in' }),
  );
  const evening = fc.record({
    week: fc.constantFrom(-2, -1, 1),
    title: fc.constantFrom('Raid', 'Alts'),
    names: fc.uniqueArray(fc.constantFrom('Pickle', 'Zander', 'Öric', 'Far'), { minLength: 1 }),
    className: fc.constantFrom('Tank', 'Absence', 'Bench', 'Late'),
  });
  const ranks = fc.array(
    fc.record({
      name: fc.constantFrom('Pickle', 'Zander', 'Öric'),
      rank: fc.constantFrom('Main', 'Trial', 'Social', 'Alt'),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const epoch = Math.floor(Date.now() / 1_000);
  const ofEvening = ({
    week,
    title,
    names,
    className,
  }: {
    week: number;
    title: string;
    names: string[];
    className: string;
  }) => ({
    source: 'raid_helper',
    newEvents: true,
    markPresent: true,
    text: JSON.stringify({
      id: '1',
      title,
      startTime: epoch + week * 604_800,
      endTime: epoch + week * 604_800 + 10_800,
      signUps: names.map((name) => ({ name, className })),
    }),
  });
  const ofTeam = (characters: { name: string; rank: string }[]) => ({
    source: 'wowaudit',
    teamId,
    text: JSON.stringify(characters.map((character, id) => ({ id, ...character }))),
  });
  const twoRanks = ofTeam(['Main', 'Social'].map((rank) => ({ name: 'Pickle', rank })));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(evening.map(ofEvening), ranks.map(ofTeam)), { minLength: 1, maxLength: 3 }),
      async (bodies) => {
        const before = await contents();
        const runs: string[] = [];
        for (const body of bodies) {
          await app.ctx.sql('delete from rate_limit');
          runs.push(await previewed(body));
          await run('apply', runs.at(-1) ?? '');
        }
        const after = await contents();
        const again = await previewed(bodies[0] ?? {});
        const { newEvents } = await done<ImportView>(guild.officer.call('GET', `${path}/${again}`));
        expect(newEvents).toBe(0);
        if (bodies.length === 1) {
          await run('apply', again);
          expect(await contents()).toEqual(after);
          await run('undo', again);
        }
        for (const id of runs.toReversed()) await run('undo', id);
        expect(await contents()).toEqual(before);
      },
    ),
    { numRuns: 12, examples: [[[twoRanks]]] },
  );
});
