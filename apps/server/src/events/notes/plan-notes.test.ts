import type { ChangesView } from '@guildhall/contracts/change.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { MyJobsView, PlanNoteView } from '@guildhall/contracts/plan-note.ts';
import type { TeamView } from '@guildhall/contracts/team.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { runErasures } from '../../../test/erase-people.ts';
import {
  createCharacter,
  done,
  type EventGuild,
  eventGuild,
  inHours,
  joinGuild,
  type Member,
  refusalOf,
} from '../../../test/events.ts';
import { recorded, recordedTitle, toolText } from '../../../test/recordings.ts';

const RAID = 9_001;
const [SLAGHEART, FURNACE, ELSEWHERE] = [9_101, 9_102, 9_103];

let app: TestApp;
let guild: EventGuild;
let officer: Member;
let lead: Member;
let plain: Member;
let team: TeamView;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  await app.ctx.sql('insert into journal_expansion (id) values (9)');
  await app.ctx.sql(
    `insert into journal_instance (id, expansion_id, category) values ($1, 9, 'raid'), ($2, 9, 'raid')`,
    [RAID, RAID + 1],
  );
  await app.ctx.sql(
    `insert into journal_encounter (id, instance_id, position) values ($1, $4, 1), ($2, $4, 2), ($3, $5, 1)`,
    [SLAGHEART, FURNACE, ELSEWHERE, RAID, RAID + 1],
  );
  await app.ctx.sql(
    `insert into journal_encounter_locale (entity_id, locale, name) values ($1, 'en_US', 'Slagheart'), ($1, 'de_DE', 'Schlackenherz')`,
    [SLAGHEART],
  );
  guild = await eventGuild(app, 2);
  officer = guild.officer;
  const [first, second] = guild.members;
  if (!first || !second) throw new Error('Two members');
  [lead, plain] = [first, second];
  await app.ctx.sql(
    `update role set permissions = '{canManageEvents,canManageRoles,canManageRoster,canViewRoster}' where organization_id = $1`,
    [guild.id],
  );
  team = await done<TeamView>(officer.call('POST', `/organizations/${guild.id}/teams`, { name: 'Tuesday' }));
  const [raider] = await app.ctx.sql<{ id: string }>(
    'insert into raider (organization_id, user_id) values ($1, $2) returning id',
    [guild.id, lead.userId],
  );
  await done(officer.call('PUT', `/teams/${team.id}/members/${raider?.id}`, { lead: true }));
});
afterAll(() => app[Symbol.asyncDispose]());

const make = (more: object = {}, by = officer) =>
  done<EventView>(
    by.call('POST', `/organizations/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48 + Math.random() * 90),
      durationMinutes: 60,
      journalInstanceId: RAID,
      ...more,
    }),
  );
const pathOf = ({ id }: EventView, boss: number | 'all') => `/events/${id}/notes/${boss}`;
const read = (by: Member, event: EventView, boss: number | 'all' = SLAGHEART) =>
  done<PlanNoteView>(by.call('GET', pathOf(event, boss)));
const save = (by: Member, event: EventView, body: object, boss: number | 'all' = SLAGHEART) =>
  by.call('PUT', pathOf(event, boss), { version: 0, ...body });
const nameOf = async ({ characterId }: Member) => {
  const [row] = await app.ctx.sql<{ name: string }>('select name from character where id = $1', [characterId]);
  return row?.name ?? '';
};
const signUp = (by: Member, { id }: EventView, roleKey?: string) =>
  done(by.call('PUT', `/events/${id}/signup`, { characterId: by.characterId, ...(roleKey ? { roleKey } : {}) }));

test('P-02: people who manage events and leads of its team save notes of an event, and members read them', async () => {
  const event = await make({ teamId: team.id });
  const other = await make();
  const stranger = await joinGuild(app, (await eventGuild(app, 0)).id);
  expect(await refusalOf(save(plain, event, { text: 'Mine' }))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(save(lead, other, { text: 'Mine' }))).toEqual([403, 'missing_permission']);
  expect(await refusalOf(save(stranger, event, { text: 'Mine' }))).toEqual([404, 'event_not_found']);
  expect(await refusalOf(stranger.call('GET', pathOf(event, 'all')))).toEqual([404, 'event_not_found']);
  expect(await refusalOf(stranger.call('GET', `/events/${event.id}/my-jobs`))).toEqual([404, 'event_not_found']);
  const group = await make({ scope: 'group' }, plain);
  expect(await refusalOf(save(plain, group, { text: 'Mine' }))).toEqual([403, 'missing_permission']);
  for (const boss of [ELSEWHERE, 1] as const) {
    expect(await refusalOf(save(officer, event, { text: 'Mine' }, boss))).toEqual([422, 'encounter_not_found']);
    expect(await refusalOf(plain.call('GET', pathOf(event, boss)))).toEqual([422, 'encounter_not_found']);
  }
  expect(await refusalOf(plain.call('GET', `/events/${event.id}/notes/0`))).toEqual([400, 'invalid_input']);

  expect(await read(plain, event)).toMatchObject({
    of: null,
    text: '',
    versions: { event: 0, team: 0 },
    mayEdit: false,
  });
  const saved = await done<PlanNoteView>(save(lead, event, { text: 'time:1;tag:everyone;text:Stack;' }));
  expect(saved).toMatchObject({ of: 'event', versions: { event: 1, team: 0 }, format: 'nsrt', mayEdit: true });
  expect(saved.changedBy).toMatchObject({ id: lead.userId });
  expect(await read(plain, event)).toMatchObject({ text: saved.text, mine: [1], changedBy: null, mayEdit: false });

  const draft = await make({ status: 'draft' });
  await done(save(officer, draft, { text: 'Secret' }));
  expect(await refusalOf(plain.call('GET', pathOf(draft, SLAGHEART)))).toEqual([404, 'event_not_found']);
});

const NOTES = [
  'EncounterID:2902;Difficulty:Heroic;Name:Slagheart\ntime:18;tag:Brynhild;text:Shield Wall;colour:ff0000;\n\n{time:0:12} something  new |cffff0000red|r \n',
  '{skull} ||cffc79c6eAnnelita||r  with ||cfff58cbaMâriê||r\n\n{Warlock} CoR: Стена\n\n\n',
  '<img src=x onerror=alert(1)> & "quotes" \\n %s',
];

test('P-01: a note is kept byte for byte, without control characters other than line feeds, up to 16,384 bytes', async () => {
  const event = await make();
  let version = 0;
  for (const text of NOTES) {
    await done(save(officer, event, { version, text }));
    version += 1;
    expect(Buffer.from((await read(plain, event)).text)).toEqual(Buffer.from(text));
  }
  await done(save(officer, event, { version, text: 'a\r\nb\u001b[31m\tc\u0000\u0085\u007f\nd' }));
  expect((await read(plain, event)).text).toBe('a\nb[31mc\nd');
  for (const text of ['x'.repeat(16_385), 'я'.repeat(8_193), '\ud800']) {
    expect(await refusalOf(save(officer, event, { version: version + 1, text }))).toEqual([400, 'invalid_input']);
  }
  await done(save(officer, event, { version: version + 1, text: 'я'.repeat(8_192) }));
});

test.skipIf(!recorded).each(['nsrt-note', 'mrt-note-1', 'mrt-note-2', 'mrt-note-3', 'mrt-note-4'])(
  `${recordedTitle}: the note %s of another tool is kept byte for byte`,
  async (file) => {
    const event = await make();
    const text = toolText(`${file}.txt`);
    const { format } = await done<PlanNoteView>(save(officer, event, { text }));
    expect(Buffer.from((await read(plain, event)).text)).toEqual(Buffer.from(text));
    expect(format).toBe(file.split('-')[0]);
  },
);

test('P-02: of two officers who save at once, one is told that there is a newer note', async () => {
  const event = await make({ teamId: team.id });
  const answers = await Promise.all([officer, lead].map((by) => save(by, event, { text: `By ${by.userId}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.reason).toBe('changed_meanwhile');
  expect(await refusalOf(save(lead, event, { version: 2, text: 'Later' }))).toEqual([409, 'changed_meanwhile']);
  await done(save(lead, event, { version: 1, text: 'Later' }));
  // Saving the same text again changes nothing.
  expect(await done<PlanNoteView>(save(lead, event, { version: 2, text: 'Later' }))).toMatchObject({
    versions: { event: 2 },
  });
});

test('a note of a team is shown at its events that have none of their own', async () => {
  const [first, second] = [await make({ teamId: team.id }), await make({ teamId: team.id })];
  const alone = await make();
  expect(await refusalOf(save(officer, alone, { of: 'team', text: 'Plan' }))).toEqual([409, 'event_without_team']);
  await done(save(lead, first, { of: 'team', text: 'Of the team' }, FURNACE));
  expect(await read(plain, second, FURNACE)).toMatchObject({ of: 'team', text: 'Of the team', versions: { team: 1 } });
  await done(save(officer, second, { text: 'Tonight' }, FURNACE));
  expect(await read(plain, second, FURNACE)).toMatchObject({ of: 'event', versions: { event: 1, team: 1 } });
  expect(await read(plain, first, FURNACE)).toMatchObject({ of: 'team' });
  expect(await read(plain, alone, FURNACE)).toMatchObject({ of: null });
  await done(save(officer, second, { version: 1, text: '' }, FURNACE));
  expect(await read(plain, second, FURNACE)).toMatchObject({ of: 'team', versions: { event: 0, team: 1 } });
  await done(save(officer, first, { of: 'team', version: 1, text: '' }, FURNACE));
});

test('each raider reads their own jobs of all bosses', async () => {
  const event = await make();
  const name = await nameOf(plain);
  await signUp(plain, event);
  await app.ctx.sql(`update participation set role_key = 'healer' where event_id = $1`, [event.id]);
  await done(
    save(officer, event, {
      text: `time:18;tag:${name};text:Wall;\ntime:20;tag:healer;spellid:740;\ntime:30;tag:tank;text:Taunt;`,
    }),
  );
  await done(save(officer, event, { text: 'time:1;tag:everyone;text:Be on time;' }, 'all'));
  const path = `/events/${event.id}/my-jobs`;
  const mine = await done<MyJobsView>(plain.call('GET', `${path}?locale=de_DE`));
  expect(mine).toEqual({
    character: { name, role: 'healer' },
    notes: [
      { encounter: null, hasNote: true, jobs: [expect.objectContaining({ because: 'everyone', text: 'Be on time' })] },
      {
        encounter: { id: SLAGHEART, name: 'Schlackenherz' },
        hasNote: true,
        jobs: [
          { line: 1, seconds: 18, phase: 1, text: 'Wall', spellId: null, because: 'name' },
          { line: 2, seconds: 20, phase: 1, text: '', spellId: 740, because: 'role' },
        ],
      },
      { encounter: { id: FURNACE, name: `Boss ${FURNACE}` }, hasNote: false, jobs: [] },
    ],
    mayEdit: false,
  });
  const officers = await done<MyJobsView>(officer.call('GET', path));
  expect(officers).toMatchObject({ character: null, mayEdit: true });
  expect(officers.notes.map(({ jobs }) => jobs.length)).toEqual([1, 0, 0]);
});

test('a published line-up says which group and role are the caller’s, and whose names are missing', async () => {
  const event = await make();
  const { raider } = await done<ParticipationView>(
    plain.call('PUT', `/events/${event.id}/signup`, { characterId: plain.characterId }),
  );
  const other = await nameOf(lead);
  await signUp(lead, event);
  const text = `time:1;tag:group2;text:Soak;\ntime:2;tag:tank;text:Taunt;\ntime:3;tag:${other};text:Kick;`;
  await done(save(officer, event, { text }));
  const shown = async () => {
    const { mine, absent, planned } = await read(plain, event);
    return { mine, absent: absent.map(({ name }) => name), planned };
  };
  const before = { mine: [], absent: [], planned: false };
  expect(await shown()).toEqual(before);
  const places = [{ raiderId: raider.id, characterId: plain.characterId, role: 'tank', group: 2, slot: 1 }];
  await done(officer.call('PUT', `/events/${event.id}/lineups/${SLAGHEART}`, { version: 0, places }));
  expect(await shown()).toEqual(before);
  await done(officer.call('POST', `/events/${event.id}/lineups/${SLAGHEART}/publish`, { version: 1 }));
  expect(await shown()).toEqual({ mine: [1, 2], absent: [other], planned: true });
  const { notes } = await done<MyJobsView>(plain.call('GET', `/events/${event.id}/my-jobs`));
  expect(notes.map(({ jobs }) => jobs.map(({ because }) => because))).toEqual([[], ['group', 'role'], []]);
});

test('a raider who is placed with another character reads the jobs of its class, and realms are known in every language', async () => {
  const event = await make();
  const { raider } = await done<ParticipationView>(
    plain.call('PUT', `/events/${event.id}/signup`, { characterId: plain.characterId }),
  );
  const alt = await createCharacter(app, plain.userId);
  await app.ctx.sql(
    `insert into realm (region, game_version, id, slug, names)
     values ('us', 'retail', 9001, 'howling-fjord', '{"en_US": "Howling Fjord", "ru_RU": "Ревущий фьорд"}')`,
  );
  await app.ctx.sql(
    `update character set name = 'Варя', class_id = 8, spec_id = 63, realm_slug = 'howling-fjord' where id = $1`,
    [alt],
  );
  const lines = [
    ...['tag:Варя-Ревущийфьорд', 'tag:Варя-HowlingFjord', 'tag:Варя-howling-fjord', 'tag:Варя-Stormvale'],
    ...['tag:8', 'tag:63', 'tag:11', 'tag:druid'],
  ];
  const text = lines.map((tag, index) => `time:${index};${tag};text:Do;`).join('\n');
  await done(save(officer, event, { text }));
  expect((await read(plain, event)).mine).toEqual([1, 2, 3, 7, 8]);
  const places = [{ raiderId: raider.id, characterId: alt, role: 'ranged', group: 1, slot: 1 }];
  await done(officer.call('PUT', `/events/${event.id}/lineups/all`, { version: 0, places }));
  await done(officer.call('POST', `/events/${event.id}/lineups/all/publish`, { version: 1 }));
  expect((await read(plain, event)).mine).toEqual([1, 2, 3, 5, 6]);
  await app.ctx.sql('delete from character where id = $1', [alt]);
});

test('P-03: names of which no one comes are listed, and only officers read whether the guild knows them', async () => {
  const event = await make();
  const leaver = await joinGuild(app, guild.id);
  const [coming, staying, leaving] = [await nameOf(plain), await nameOf(lead), await nameOf(leaver)];
  for (const member of [plain, leaver]) await signUp(member, event);
  await app.ctx.sql('insert into raider (organization_id, name) values ($1, $2)', [guild.id, 'Ílveth']);
  const text = [coming, staying, leaving, 'ÍLVETH', 'Nobody'].map((name) => `time:1;tag:${name};text:a;`).join('\n');
  await done(save(officer, event, { text }));
  const absent = async (by: Member) => (await read(by, event)).absent;
  expect(await absent(officer)).toEqual([
    { name: staying, lines: [2], inGuild: true },
    { name: 'ÍLVETH', lines: [4], inGuild: true },
    { name: 'Nobody', lines: [5], inGuild: false },
  ]);
  expect(await absent(plain)).toEqual([
    { name: staying, lines: [2], inGuild: null },
    { name: 'ÍLVETH', lines: [4], inGuild: null },
    { name: 'Nobody', lines: [5], inGuild: null },
  ]);

  // The text belongs to the guild; the name of a person who was erased is pointed out to its officers.
  await app.ctx.sql('update plan_note set changed_by_id = $2 where event_id = $1', [event.id, leaver.userId]);
  await done(leaver.call('DELETE', '/auth/me'));
  expect(await absent(officer)).toContainEqual({ name: leaving, lines: [3], inGuild: false });
  await runErasures(app);
  const after = await read(officer, event);
  expect(after).toMatchObject({ text, changedBy: null });
  expect(after.absent).toContainEqual({ name: leaving, lines: [3], inGuild: false });
});

test('a note that was saved is a change of its event, and of all events of the team for a note of the team', async () => {
  const [first, second] = [await make({ teamId: team.id }), await make({ teamId: team.id })];
  const feed = `/organizations/${guild.id}/changes`;
  const { next } = await done<ChangesView>(officer.call('GET', feed));
  await done(save(officer, first, { text: 'Tonight' }));
  const changes = async () => {
    const { changes: all } = await done<ChangesView>(plain.call('GET', `${feed}?after=${next}`));
    return all.map(({ type, subjectId }) => `${type} ${subjectId}`);
  };
  expect(await changes()).toEqual([`event.changed ${first.id}`]);
  await done(save(officer, first, { of: 'team', text: 'Always' }, FURNACE));
  expect(await changes()).toEqual(expect.arrayContaining([first, second].map(({ id }) => `event.changed ${id}`)));
});

test('notes of an archived organization can be read, and not changed', async () => {
  const event = await make();
  await done(save(officer, event, { text: 'Plan' }));
  await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id]);
  expect(await refusalOf(save(officer, event, { version: 1, text: 'Later' }))).toEqual([409, 'organization_archived']);
  expect(await read(officer, event)).toMatchObject({ text: 'Plan', mayEdit: false });
  await app.ctx.sql('update organization set archived_at = null where id = $1', [guild.id]);
});
