/** A person who stops sharing with their guilds keeps what the game shows of their characters from every guild mate. */
import type { CandidatesView } from '@guildhall/contracts/candidate.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { MemberPageView } from '@guildhall/contracts/member.ts';
import type { ParticipationView, UnansweredView } from '@guildhall/contracts/participation.ts';
import type { ProposedSplitView } from '@guildhall/contracts/split.ts';
import type { WishesView } from '@guildhall/contracts/wish.ts';
import { expect, test } from 'vitest';
import { lastWeeklyReset } from '../src/armory/enrichment/weekly-reset.ts';
import { testApp } from './app.ts';
import { done, eventGuild, inHours, type Member } from './events.ts';

const ITEM = 31;

test('gear, item levels and kills of a person who does not share are shown to no officer and no mate', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  await sql(`insert into journal_expansion (id) values (1)`);
  await sql(`insert into journal_instance (id, expansion_id, category) values (10, 1, 'raid')`);
  await sql(`insert into journal_encounter (id, instance_id, position) values (101, 10, 1)`);
  const { id, officer, members } = await eventGuild(app, 2);
  const [person, mate] = members as [Member, Member];
  await sql(
    `update role set permissions = '{canManageEvents,canManageRoster,canManageLoot,canViewOfficerData,canViewRoster}'
     where organization_id = $1`,
    [id],
  );
  await sql(
    `with sees as (insert into role (organization_id, name, permissions) values ($1, 'Sees', '{canViewRoster}') returning id)
     insert into role_holder (organization_id, role_id, user_id) select $1, id, unnest($2::uuid[]) from sees`,
    [id, members.map(({ userId }) => userId)],
  );
  await done(
    officer.call('PUT', `/organizations/${id}/loot-policy`, {
      ...{ wishesSeenBy: 'everybody', order: ['team', 'wish', 'gain', 'awards', 'attendance'] },
      ...{ weeks: 6, leastAttendance: 75 },
    }),
  );

  const plan = () =>
    done<EventView>(
      officer.call('POST', `/organizations/${id}/events`, {
        ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
        ...{ journalInstanceId: 10, anyRole: true },
      }),
    );
  const [event, unanswered] = [await plan(), await plan()];
  for (const { call, characterId } of [person, mate])
    await done(call('PUT', `/events/${event.id}/signup`, { characterId, roles: ['melee'] }));

  await sql('update character set equipped_item_level = 580 where id = $1', [person.characterId]);
  const killedAt = new Date(lastWeeklyReset('us', new Date(event.startsAt)).getTime() + 60_000).toISOString();
  const encounters = [{ id: 101, kills: 1, lastKillAt: killedAt }];
  for (const [section, data] of [
    ['equipment', { items: [{ slot: 'LEGS', itemId: 6, name: 'Old Legs', itemLevel: 580 }] }],
    ['raids', { expansions: [{ id: 1, instances: [{ id: 10, difficulties: [{ type: 'HEROIC', encounters }] }] }] }],
  ])
    await sql(
      `insert into character_section (character_id, section, status, fetched_at, data)
       values ($1, $2, 'ok', $3::timestamptz + interval '1 hour', $4)`,
      [person.characterId, section, killedAt, data],
    );
  const raider = await done<{ id: string }>(person.call('PUT', `/organizations/${id}/raiders/mine`, {}));
  await sql(
    `with sim as (
       insert into sim_report (raider_id, source, name, name_key, realm_key, spec_id, simulated_at, worn)
       select $1, 'raidbots', name, lower(name), realm_slug, 102, now(), '[{"slot": "LEGS", "itemId": 5}]'
       from character where id = $2 returning id)
     insert into sim_gain (report_id, item_id, encounter_id, track, item_level, catalyst_of, instance_id, slot, percent, absolute, differs)
     select id, $3, 101, 'heroic', 600, 0, 10, 'legs', 3, 1, true from sim`,
    [raider.id, person.characterId, ITEM],
  );

  /** Everything that any member is answered about the person. */
  const seenBy = async ({ call }: Member) => {
    const { candidates } = await done<CandidatesView>(
      call('GET', `/organizations/${id}/items/${ITEM}/candidates?track=heroic`),
    );
    const wishes = await done<WishesView>(call('GET', `/raiders/${raider.id}/wishes`));
    const { participations } = await done<{ participations: ParticipationView[] }>(
      call('GET', `/events/${event.id}/participations`),
    );
    const page = await done<MemberPageView>(call('GET', `/organizations/${id}/members/${person.userId}`));
    return {
      worn: candidates[0]?.worn,
      gearReadAt: candidates[0]?.gearReadAt !== null,
      stale: candidates[0]?.gain?.stale,
      differing: wishes.reports[0]?.differing,
      wishesReadAt: wishes.gearReadAt !== null,
      signUp: participations.find(({ user }) => user?.id === person.userId)?.character?.itemLevel,
      page: page.characters[0]?.itemLevel,
    };
  };
  /** The answers that only those who manage events get. */
  const seenByOfficer = async () => {
    const { runs } = await done<ProposedSplitView>(
      officer.call('POST', `/organizations/${id}/splits/propose`, { eventId: event.id, runs: 2, difficulty: 15 }),
    );
    const place = runs.flatMap(({ places }) => places).find((one) => one.raider.id === raider.id);
    const without = await done<UnansweredView>(officer.call('GET', `/events/${unanswered.id}/unanswered`));
    return {
      split: [place?.itemLevel, place?.killsOfWeek?.kills],
      unanswered: without.members.find(({ user }) => user?.id === person.userId)?.character?.itemLevel,
    };
  };
  const all = {
    ...{ worn: [{ name: 'Old Legs', itemLevel: 580 }], gearReadAt: true, stale: ['slot'] },
    ...{ differing: ['LEGS'], wishesReadAt: true, signUp: 580, page: 580 },
  };
  for (const reader of [officer, mate, person]) expect(await seenBy(reader)).toEqual(all);
  expect(await seenByOfficer()).toEqual({ split: [580, 1], unanswered: 580 });

  await done(person.call('PATCH', '/auth/me', { sharesWithGuilds: false }));
  const nothing = {
    ...{ worn: null, gearReadAt: false, stale: [] },
    ...{ differing: null, wishesReadAt: false, signUp: null, page: null },
  };
  for (const reader of [officer, mate]) expect(await seenBy(reader)).toEqual(nothing);
  expect(await seenByOfficer()).toEqual({ split: [null, undefined], unanswered: null });
  expect(await seenBy(person)).toEqual(all);
});
