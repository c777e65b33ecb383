/** Officers save, copy and publish line-ups. Each change holds the lock of the event and names the version it was made from. */
import type {
  CopyLineupInput,
  LineupPlaceInput,
  LineupView,
  PublishLineupInput,
  SaveLineupInput,
} from '@guildhall/contracts/lineup.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import { AppError, conflict, type ErrorIssue } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { bossIn } from '../event/bosses.ts';
import { type EventAccess, lockEventToEdit } from '../event/event.access.ts';
import { publishEventChanges } from '../event/publish-changes.ts';
import { Lineup } from './lineup.entity.ts';
import { type LineupSetting, offeredOf, readLineup, readSetting, sizeOf } from './lineup.queries.ts';
import { refusePlaces } from './refuse-places.ts';

type Editing = {
  tx: UnitOfWork;
  actor: Actor;
  seen: EventAccess;
  setting: LineupSetting;
};

/** Runs `work` under the lock of an event that the caller may edit, and answers the line-up as it is then. */
function editLineup(
  ctx: AppContext,
  actor: Actor,
  { id, encounterId }: { id: string; encounterId: number | null },
  work: (editing: Editing) => Promise<void>,
): Promise<LineupView> {
  return ctx.transact(async (tx) => {
    const seen = await lockEventToEdit(tx.sql, actor, id);
    if (seen.event.status === 'completed') {
      throw conflict('event_completed', 'This event is completed, so its line-ups stay as they are.');
    }
    const setting = await readSetting(tx.sql, id, 'en_US');
    bossIn(setting.bosses, encounterId);
    await work({ tx, actor, seen, setting });
    return readLineup(tx.sql, { ...seen, actor }, encounterId);
  });
}

export const saveLineup = (ctx: AppContext, actor: Actor, input: SaveLineupInput): Promise<LineupView> =>
  editLineup(ctx, actor, input, async (editing) => {
    const { setting, seen, tx } = editing;
    const { difficulty, places } = input;
    if (difficulty !== offeredOf(setting, seen.event, difficulty)) throw notOffered();
    const lineup = await findLineup(editing, input.encounterId, input.version);
    await refusePlaces(tx.sql, seen.event.organizationId, places);
    await writeLineup(editing, lineup, input.encounterId, { difficulty, places });
  });

const notOffered = () =>
  new AppError('UNPROCESSABLE_CONTENT', 'invalid_input', 'The instance of this event does not offer this difficulty.', {
    issues: [{ path: 'difficulty', message: 'must be one of `difficulties` of the line-up, or null' }],
  });

/** Throws CONFLICT, with the line-up as it is now, if it has another version than the caller has read. */
async function findLineup(
  { tx, actor, seen }: Editing,
  encounterId: number | null,
  version: number,
): Promise<Lineup | null> {
  const lineup = await tx.em.findOne(Lineup, { event: seen.event.id, encounter: encounterId });
  if ((lineup?.version ?? 0) === version) return lineup;
  throw new AppError(
    'CONFLICT',
    'changed_meanwhile',
    'Another person has changed this line-up since you read it. Add your changes to `current`, and send its version.',
    { current: await readLineup(tx.sql, { ...seen, actor }, encounterId) },
  );
}

const DRAFT = query({
  raiderId: 'uuid',
  characterId: 'uuid?',
  raiderCharacterId: 'uuid?',
  specId: 'int?',
  role: text(CombatRole.options),
  group: 'int?',
  slot: 'int?',
})`
  select raider_id as "raiderId", character_id as "characterId", raider_character_id as "raiderCharacterId",
    spec_id as "specId", role, party::int as "group", slot::int as slot
  from lineup_place where lineup_id = $1 and not published`;

const draftOf = (sql: Sql, lineup: Lineup): Promise<LineupPlaceInput[]> => sql.many(DRAFT, [lineup.id]);

const CLEAR = statement`delete from lineup_place where lineup_id = $1 and not published`;
const FILL = statement`
  insert into lineup_place (lineup_id, published, raider_id, character_id, raider_character_id, spec_id, role, party, slot)
  select $1, false, "raiderId", "characterId", "raiderCharacterId", "specId", role, "group", slot
  from jsonb_to_recordset($2) as p("raiderId" uuid, "characterId" uuid, "raiderCharacterId" uuid, "specId" int, role text,
    "group" smallint, slot smallint)`;

type Draft = Pick<SaveLineupInput, 'difficulty' | 'places'>;

/** Writes the draft; one that is the same as before changes nothing. */
async function writeLineup(
  { tx, actor, seen: { event } }: Editing,
  lineup: Lineup | null,
  encounterId: number | null,
  { difficulty, places }: Draft,
): Promise<void> {
  const before = lineup ? await draftOf(tx.sql, lineup) : [];
  if ((lineup?.difficulty ?? null) === difficulty && isSame(before, places)) return;
  const changed = { difficulty, changedAt: now(), changedBy: actor.userId };
  const written = lineup ?? tx.em.create(Lineup, { event: event.id, encounter: encounterId, ...changed });
  if (lineup) tx.em.assign(lineup, { ...changed, version: lineup.version + 1 });
  await tx.em.flush();
  await tx.sql.run(CLEAR, [written.id]);
  await tx.sql.run(FILL, [written.id, JSON.stringify(places)]);
  await publishEventChanges(tx, [{ ...event, unpublished: true }], 'lineup.changed');
}

/** In any order. */
function isSame(before: LineupPlaceInput[], after: LineupPlaceInput[]): boolean {
  const inOrder = (places: LineupPlaceInput[]) =>
    places
      .map((place) =>
        [
          place.raiderId,
          place.characterId,
          place.raiderCharacterId,
          place.specId,
          place.role,
          place.group,
          place.slot,
        ].join(),
      )
      .toSorted()
      .join(';');
  return inOrder(before) === inOrder(after);
}

/** Replaces the line-up of another boss, or of the whole night, by the draft of this one. Answers the one that is replaced. */
export const copyLineup = (ctx: AppContext, actor: Actor, input: CopyLineupInput): Promise<LineupView> =>
  editLineup(ctx, actor, { id: input.id, encounterId: input.to }, async (editing) => {
    const { setting } = editing;
    bossIn(setting.bosses, input.encounterId);
    const target = await findLineup(editing, input.to, input.version);
    const source = await findDraft(editing, input.encounterId);
    await writeLineup(editing, target, input.to, source);
  });

/** The draft that shows for a boss: its own, or that of the whole night. */
async function findDraft(editing: Editing, encounterId: number | null): Promise<Draft> {
  const { tx, seen, setting } = editing;
  const lineup = await tx.em.findOne(Lineup, { event: seen.event.id, encounter: encounterId });
  const places = lineup ? await draftOf(tx.sql, lineup) : [];
  if (places.length === 0 && encounterId !== null) return findDraft(editing, null);
  return { difficulty: offeredOf(setting, seen.event, lineup?.difficulty ?? null), places };
}

const UNPUBLISH = statement`delete from lineup_place where lineup_id = $1 and published`;
const PUBLISH = statement`
  insert into lineup_place (lineup_id, published, raider_id, character_id, raider_character_id, spec_id, role, party, slot)
  select lineup_id, true, raider_id, character_id, raider_character_id, spec_id, role, party, slot
  from lineup_place where lineup_id = $1 and not published`;

/** Shows drafts to members, and tells each person whose bosses change. Throws UNPROCESSABLE_CONTENT for too many people. */
export const publishLineup = (ctx: AppContext, actor: Actor, input: PublishLineupInput): Promise<LineupView> =>
  editLineup(ctx, actor, input, async (editing) => {
    const { tx, seen, setting } = editing;
    const { event } = seen;
    if (event.status !== 'published') throw conflict('event_not_open', `This event is ${event.status}.`);
    const before = await bossesOfPeople(tx.sql, event.id);
    const named = new Map([input, ...input.also].map(({ encounterId, version }) => [encounterId, version]));
    for (const [encounterId, version] of named) {
      bossIn(setting.bosses, encounterId);
      const lineup = await findLineup(editing, encounterId, version);
      if (!lineup || lineup.publishedVersion === lineup.version) continue;
      const difficulty = offeredOf(setting, event, lineup.difficulty ?? null);
      const placed = (await draftOf(tx.sql, lineup)).filter(({ group }) => group !== null).length;
      const { max } = sizeOf(setting, event, difficulty);
      if (placed > max) throw tooLarge(placed, max);
      tx.em.assign(lineup, {
        publishedVersion: lineup.version,
        publishedDifficulty: difficulty,
        publishedAt: now(),
      });
      await tx.em.flush();
      await tx.sql.run(UNPUBLISH, [lineup.id]);
      await tx.sql.run(PUBLISH, [lineup.id]);
    }
    await tellOfPlaces(tx, actor, seen, before);
    await publishEventChanges(tx, [event], 'lineup.changed');
  });

const tooLarge = (placed: number, max: number) => {
  const issues: ErrorIssue[] = [
    { path: 'places', message: `has ${placed} raiders in groups, and ${max} is the limit` },
  ];
  const message = `This line-up has ${placed} raiders for ${max} places. Move ${placed - max} to the bench first.`;
  return new AppError('UNPROCESSABLE_CONTENT', 'lineup_too_large', message, { issues });
};

/**
 * The bosses for which each person with a published place is in a group or on the bench, and how many there are. A boss
 * without places of its own follows those of the whole night; an event without bosses has the whole night alone, as 0.
 */
const BOSSES = query({ userId: 'uuid!', placed: 'int[]', bench: 'int[]', bosses: 'int' })`
  with boss as (
    select b.id from event e join journal_encounter b on b.instance_id = e.journal_instance_id and b.listed where e.id = $1
  ), shown as (
    select l.id, l.encounter_id from lineup l
    where l.event_id = $1 and exists (select from lineup_place p where p.lineup_id = l.id and p.published)
  ), plan as (
    select coalesce(b.id, 0) as boss, coalesce(
      (select s.id from shown s where s.encounter_id = b.id), (select s.id from shown s where s.encounter_id is null)
    ) as lineup_id
    from (select id from boss union all select null where not exists (select from boss)) b
  )
  select r.user_id as "userId",
    coalesce(array_agg(plan.boss order by plan.boss) filter (where p.party is not null), '{}') as placed,
    coalesce(array_agg(plan.boss order by plan.boss) filter (where p.party is null), '{}') as bench,
    (select count(*)::int from plan where lineup_id is not null) as bosses
  from plan join lineup_place p on p.lineup_id = plan.lineup_id and p.published
  join raider r on r.id = p.raider_id where r.user_id is not null group by r.user_id`;

type Bosses = Map<string, { placed: number[]; bench: number[]; bosses: number }>;

const bossesOfPeople = async (sql: Sql, eventId: string): Promise<Bosses> =>
  new Map((await sql.many(BOSSES, [eventId])).map(({ userId, ...places }) => [userId, places]));

/** Tells those for whom anything is different, and those who have no place any more. */
async function tellOfPlaces(tx: UnitOfWork, actor: Actor, { event }: EventAccess, before: Bosses): Promise<void> {
  const after = await bossesOfPeople(tx.sql, event.id);
  const bosses = [...after.values()][0]?.bosses ?? 0;
  const people = [...new Set([...before.keys(), ...after.keys()])].filter((userId) => userId !== actor.userId);
  const none = { placed: [], bench: [], bosses };
  const changed = people.filter((userId) => {
    const [was, is] = [before.get(userId) ?? none, after.get(userId) ?? none];
    const isOther = `${was.placed}` !== `${is.placed}` || `${was.bench}` !== `${is.bench}`;
    return !before.has(userId) || isOther || was.bosses !== is.bosses;
  });
  await notify(
    tx,
    changed.map((userId) => {
      const { placed } = after.get(userId) ?? none;
      const details = {
        eventId: event.id,
        title: event.title,
        startsAt: event.startsAt,
        count: placed.length,
        of: bosses,
      };
      return { userId, kind: 'lineup_published', organizationId: event.organizationId, details };
    }),
  );
}
