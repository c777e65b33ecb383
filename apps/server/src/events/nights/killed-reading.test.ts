/** A worker that is killed while it reads the reports of a guild: the next one loses nothing, and reads nothing twice. */
import { guildIdOf } from '@guildhall/simulator/warcraft-logs/reports.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { done, eventGuild, inHours, moveBack } from '../../../test/events.ts';
import { patiently } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { spawnWorker } from '../../../test/workers.ts';

const LOGS = '/warcraft-logs/www/api/v2/client';
const REPORTS = 3;

test('the next worker goes on where a killed one was reading, with nothing lost and nothing twice', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const { world, warcraftLogs, faults, requests } = app.simulator;
  const { id: guildId, officer } = await eventGuild(app);
  const ours = world.guild('lantern');
  await sql(
    `insert into log_source (organization_id, host, guild_id, guild_name, history_read_at) values ($1, 'www', $2, 'The Ninth Lantern', now())`,
    [guildId, guildIdOf(ours)],
  );
  const night = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(1), durationMinutes: 180 };
  const { id } = await done<{ id: string }>(officer.call('POST', `/organizations/${guildId}/events`, night));
  await moveBack(app, id, 4);
  for (let number = 1; number <= REPORTS; number += 1) {
    const recorder = { number, shiftMs: number * 1_000 };
    const startsAt = Date.parse(night.startsAt) - 4 * 3_600_000;
    warcraftLogs.record(ours, { seed: 7, startsAt, there: world.members(ours).slice(0, 12), recorder });
  }
  const admin = callerOf(app, (await createPerson(app, { isAdmin: true })).token);
  const start = () => done(admin('POST', '/jobs/read-reports', {}));
  const kept = () => sql<{ id: string }>(`select id, read_at from log_report where state = 'complete' order by id`);
  const everything = async () =>
    JSON.stringify([
      await sql('select event_id, code, state, starts_at, ends_at from log_report order by code'),
      await sql(
        `select r.code, p.fight_id, p.encounter_id, p.kill, p.started_at, f.name_key, f.realm_key
         from log_report r join pull p on p.report_id = r.id join pull_raider f on f.pull_id = p.id order by 1, 2, 6, 7`,
      ),
    ]);

  // Undisturbed: what is read, and by how many requests.
  requests.clear();
  await using calm = await spawnWorker(app);
  await start();
  await patiently(async () => expect(await sql('select from log_source where read_at is not null')).toHaveLength(1));
  const expected = await everything();
  expect(await kept()).toHaveLength(REPORTS);
  const asked = requests.count({ path: LOGS });
  await calm.kill();
  await sql('delete from log_report');
  await sql('update log_source set read_at = null');

  // The second report never arrives.
  let request = 0;
  faults.add({
    match: ({ path }) => {
      if (path === LOGS) request += 1;
      return path === LOGS && request === asked - 1;
    },
    fault: { kind: 'hang' },
    times: 1,
  });
  await using doomed = await spawnWorker(app);
  await start();
  await patiently(async () => expect(request).toBe(asked - 1));
  await doomed.kill();
  const first = await kept();
  expect(first).toHaveLength(1);

  requests.clear();
  await using next = await spawnWorker(app);
  await patiently(async () => expect(await sql('select from log_source where read_at is not null')).toHaveLength(1));
  await next.kill();
  expect(await everything()).toBe(expected);
  expect(await kept()).toEqual(expect.arrayContaining(first));
  expect(requests.count({ path: LOGS })).toBe(asked - 1);
}, 240_000);
