/** Reads a sim that a raider brings: a link, of which only the id is used, or the report itself. */
import type { ReadSimInput, RemoveSimInput, SimReadView } from '@guildhall/contracts/wish.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import { FormatError } from '@guildhall/guild-tools/format-error.ts';
import { GuildToolError } from '@guildhall/guild-tools/guild-tool-error.ts';
import { readSim } from '@guildhall/guild-tools/read-sim.ts';
import { fetchSim, type SimAddress, simAddress } from '@guildhall/guild-tools/sim-client.ts';
import type { SimReport as Simulated } from '@guildhall/guild-tools/sim-report.ts';
import { classToken, type Specialization, specializationOf } from '@guildhall/simc/tokens.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { AppError, badRequest, conflict, notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { knownPeople, realmNames } from '../../raiders/known-people.ts';
import { wantItems } from '../../reference/game-data/items.ts';
import { PLAYABLE } from '../../reference/game-data/playable.ts';
import { changeableWisher, lockedWisher, publishWishes, type Wisher } from './wish.access.ts';
import { SimReport } from './wish.entity.ts';
import { readReport } from './wishes.queries.ts';

/** Throws NOT_FOUND, FORBIDDEN, BAD_REQUEST, CONFLICT, UNPROCESSABLE_CONTENT, SERVICE_UNAVAILABLE. */
export async function readSimReport(ctx: AppContext, actor: Actor, input: ReadSimInput): Promise<SimReadView> {
  const seen = await changeableWisher(ctx.sql, actor, input.id);
  refuseClassic(seen);
  const address = input.link === undefined ? null : linkedSim(input.link);
  await ctx.limits.take('import', actor.userId);
  const report = await orRefused(async () =>
    address ? fetchSim(address, ctx.config.guildTools) : readSim(input.text ?? ''),
  );
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const wisher = await lockedWisher(tx, actor, input.id);
    const character = await characterOf(ctx, sql, wisher, report);
    const spec = specOf(report);
    if (!spec || (character.classId !== null && character.classId !== spec.classId)) throw anotherSpec();
    const replaced = await replaceEarlier(sql, wisher, character, spec, report);
    const id = await keepReport(tx, wisher, { character, spec, address, report });
    await wantItems(
      tx,
      'retail',
      report.gains.flatMap(({ itemId, catalystOf }) => (catalystOf === null ? [itemId] : [itemId, catalystOf])),
    );
    publishWishes(tx, wisher);
    // Read before the commit: another request may replace it right after.
    return { report: await readReport({ ...ctx, sql }, wisher, id), left: report.left, replaced };
  });
}

function refuseClassic({ gameVersion }: Wisher): void {
  if (gameVersion === 'retail') return;
  throw unprocessable('sim_of_another_type', 'Sims of Classic cannot be read. Name the items by hand.');
}

/** Throws BAD_REQUEST for a link to another place. */
function linkedSim(link: string): SimAddress {
  const address = simAddress(link);
  if (address) return address;
  throw badRequest(
    'sim_link_refused',
    'This is no link to a report. Copy the address that begins with https://www.raidbots.com/simbot/report/ or https://questionablyepic.com/live/upgradereport/.',
  );
}

const unprocessable = (
  reason: 'sim_unreadable' | 'sim_of_another_type' | 'sim_of_another_spec' | 'sim_character_unknown',
  message: string,
) => new AppError('UNPROCESSABLE_CONTENT', reason, message);

async function orRefused(read: () => Simulated | Promise<Simulated>): Promise<Simulated> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatError) {
      throw unprocessable(error.reason === 'another_kind' ? 'sim_of_another_type' : 'sim_unreadable', error.message);
    }
    if (error instanceof GuildToolError) throw refusedBy(error);
    throw error;
  }
}

function refusedBy({ tool, kind, retryAfterSeconds }: GuildToolError): AppError {
  switch (kind) {
    case 'gone':
    case 'unauthorized':
      return notFound('sim_not_found', `${tool} shows no such report. Check the link, or run the sim again.`);
    case 'malformed':
      return unprocessable(
        'sim_unreadable',
        `${tool} answered something that cannot be read. Paste the report instead.`,
      );
    case 'limited':
    case 'unavailable': {
      const seconds = retryAfterSeconds ?? 30;
      return new AppError(
        'SERVICE_UNAVAILABLE',
        'sim_tool_unavailable',
        `${tool} does not answer now. Try again in ${seconds} seconds, or paste the report instead.`,
        { retryAfterSeconds: seconds },
      );
    }
  }
}

const FAMILY = query({ name: 'text', realm: 'text', classId: 'int?' })`
  select name, realm, class_id as "classId" from raider_family where organization_id = $1 and raider_id = $2`;

type SimulatedCharacter = { name: string; realm: string; classId: number | null };

/** The raider's character that was simulated. Throws CONFLICT for another raider's, UNPROCESSABLE_CONTENT for an unknown one. */
async function characterOf(
  ctx: AppContext,
  sql: Sql,
  { id, organizationId }: Wisher,
  { character: { name, realm, region } }: Simulated,
): Promise<SimulatedCharacter> {
  const { region: ownRegion } = await sql.one(REGION, [organizationId]);
  if (region !== null && ownRegion !== null && fold(region) !== ownRegion) throw unknownCharacter(name);
  const realmsOf = await realmNames(sql, organizationId);
  const isSame = (known: string, realms: readonly string[]) =>
    fold(known) === fold(name) && realms.some((one) => one === '' || fold(one) === fold(realm));
  const family = await sql.many(FAMILY, [organizationId, id]);
  const own = family.find((character) => isSame(character.name, realmsOf(character.realm)));
  if (own) return own;
  const others = await knownPeople(sql, ctx.sign, organizationId);
  const holder = others.find(
    ({ id: target, characters }) =>
      !target.startsWith('character:') && characters.some((known) => isSame(known.name, known.realms)),
  );
  if (!holder) throw unknownCharacter(name);
  throw conflict('sim_of_another_character', `${name} belongs to another raider. Send a sim of this raider’s own.`);
}

const REGION = query({ region: 'text?' })`select region from organization where id = $1`;

const unknownCharacter = (name: string) =>
  unprocessable(
    'sim_character_unknown',
    `No raider here has the character ${name} of that realm. An officer can add it to a raider, or add a guest who plays it.`,
  );

const anotherSpec = () =>
  unprocessable('sim_of_another_spec', 'The class of this character has no such specialization. Sim it again.');

/** By its number, or by the English names. */
function specOf({ spec: { id, name, className } }: Simulated): Specialization | null {
  const specs = PLAYABLE.retail.specIds.flatMap((specId) => specializationOf(specId) ?? []);
  return (
    specs.find((known) => known.id === id) ??
    specs.find(
      (known) =>
        id === null && word(known.name) === word(name) && word(classToken(known.classId) ?? '') === word(className),
    ) ??
    null
  );
}

/** `Beast Mastery`, `beast_mastery` and `BeastMastery` alike. */
const word = (text: string) => fold(text).replaceAll('_', '');

/** Needs `$1` the raider, `$2` and `$3` the folded character, `$4` the specialization, `$5` bosses and tracks of the sim. */
const SAME = `r.raider_id = $1 and r.name_key = $2 and r.realm_key = $3 and r.spec_id = $4`;
const IN_SCOPE = `exists (select from jsonb_to_recordset($5::jsonb) as s("instanceId" int, track text)
  where s."instanceId" = g.instance_id and s.track = g.track)`;
const LATEST = query({ at: 'instant?' })`
  select max(r.simulated_at) as at from sim_report r join sim_gain g on g.report_id = r.id where ${SAME} and ${IN_SCOPE}`;
const REPLACE = statement`
  delete from sim_gain g using sim_report r where g.report_id = r.id and ${SAME} and ${IN_SCOPE}`;
const MOST_REPORTS = 20;
/** A raider keeps the newest of them; a report without gains says nothing any more. */
const DROP_EMPTY = statement`
  delete from sim_report r where r.raider_id = $1 and (
    not exists (select from sim_gain g where g.report_id = r.id)
    or r.id not in (select id from sim_report where raider_id = $1 order by id desc limit ${MOST_REPORTS - 1}))`;

/** Where the report names no boss, the journal says which one drops an item: the latest, if there are several. */
const BOSSES = query({ itemId: 'int', encounterId: 'int', instanceId: 'int' })`
  select distinct on (item_id) item_id as "itemId", e.id as "encounterId", e.instance_id as "instanceId"
  from journal_encounter e join journal_instance i on i.id = e.instance_id cross join unnest(e.item_ids) item_id
  where e.listed and i.listed and item_id = any($1::int[]) order by item_id, i.expansion_id desc, e.instance_id desc, e.id`;

/** A newer sim replaces what an earlier one says of the same specialization, raid and track. Throws CONFLICT for an older one. */
async function replaceEarlier(
  sql: Sql,
  { id }: Wisher,
  { name, realm }: SimulatedCharacter,
  spec: Specialization,
  report: Simulated,
): Promise<number> {
  const unplaced = report.gains.filter(({ encounterId }) => encounterId === null).map(({ itemId }) => itemId);
  const bosses = new Map((await sql.many(BOSSES, [unplaced])).map((row) => [row.itemId, row]));
  for (const gain of report.gains) {
    const boss = gain.encounterId === null ? bosses.get(gain.itemId) : undefined;
    if (boss) Object.assign(gain, boss);
  }
  const scopes = new Map(
    report.gains.map(({ instanceId, track }) => [`${instanceId} ${track}`, { instanceId: instanceId ?? 0, track }]),
  );
  const values = [id, fold(name), fold(realm), spec.id, JSON.stringify([...scopes.values()])];
  const { at } = await sql.one(LATEST, values);
  if (at !== null && report.simulatedAt !== null && at > report.simulatedAt) {
    throw conflict('sim_older', 'A newer sim of this specialization is already here. Run the sim again.');
  }
  const replaced = await sql.run(REPLACE, values);
  await sql.run(DROP_EMPTY, [id]);
  return replaced;
}

const ADD_GAINS = statement`
  insert into sim_gain (report_id, item_id, encounter_id, track, item_level, catalyst_of, instance_id, slot, percent, absolute, differs)
  select $1, "itemId", coalesce("encounterId", 0), track, "itemLevel", coalesce("catalystOf", 0), coalesce("instanceId", 0), slot,
    percent, absolute, differs
  from jsonb_to_recordset($2::jsonb) as n("itemId" int, "encounterId" int, track text, "itemLevel" smallint, "catalystOf" int,
    "instanceId" int, slot text, percent float8, absolute float8, differs boolean)
  on conflict do nothing`;

type Kept = { character: SimulatedCharacter; spec: Specialization; address: SimAddress | null; report: Simulated };

async function keepReport({ em, sql }: UnitOfWork, wisher: Wisher, { character, spec, address, report }: Kept) {
  const { tool, fightStyle, error, worn, simulatedAt, gains } = report;
  const { name, realm } = character;
  const kept = em.create(SimReport, {
    ...{ raider: wisher.id, source: tool, linkId: address?.id ?? null, specId: spec.id },
    ...{ name, nameKey: fold(name), realmKey: fold(realm), fightStyle, error, worn, simulatedAt },
  });
  await sql.run(ADD_GAINS, [kept.id, JSON.stringify(gains)]);
  return kept.id;
}

/** Its gains go with it. Throws NOT_FOUND, and what `lockedWisher` throws. */
export function removeSimReport(ctx: AppContext, actor: Actor, { id, reportId }: RemoveSimInput): Promise<void> {
  return ctx.transact(async (tx) => {
    const wisher = await lockedWisher(tx, actor, id);
    if ((await tx.em.nativeDelete(SimReport, { id: reportId, raider: id })) === 0)
      throw notFound('sim_not_found', 'There is no such sim.');
    publishWishes(tx, wisher);
  });
}
