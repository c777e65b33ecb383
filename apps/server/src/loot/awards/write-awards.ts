/**
 * Writes awards that were brought in. A few statements read what is there, each award is decided about in memory, and a few
 * statements write. The same awards in any order, and again, lead to the same history.
 */
import { LootTrack } from '@guildhall/contracts/loot-track.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import { countsByDefault, knownResponse } from '@guildhall/guild-tools/loot-response.ts';
import type { AwardRow } from '@guildhall/guild-tools/rows.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, statement, text } from '../../core/db/statement.ts';
import type { Signer } from '../../core/secrets.ts';
import { uuidv7 } from '../../core/uuid.ts';

/** Notes to votes are kept for twelve months. */
export const NOTE_MONTHS = 12;

export type BroughtAward = Omit<AwardRow, 'discordId' | 'line' | 'receivedAt'> & {
  line: number;
  receivedAt: string;
  /** Null for a player who is no raider here, and where none got it. */
  raiderId: string | null;
};

export type Bringing = {
  organizationId: string;
  sign: Signer;
  /** The latest award of the export. */
  asOf: string;
  teamId: string | null;
  createdById: string | null;
};

/** The rows that an award wrote: its own, and those that say of others that they were given again. Null for none. */
export type WrittenAward = string[] | null;

const ADD_RESPONSES = statement`
  insert into loot_response (organization_id, key, text, meaning, counts)
  select $1, r.key, r.text, r.meaning, r.counts
  from jsonb_to_recordset($2) as r(key text, text text, meaning text, counts boolean)
  on conflict (organization_id, key) do nothing`;

const HERE = query({
  id: 'uuid',
  awardKey: 'text',
  dropKey: 'text?',
  asOf: 'instant',
  line: 'int',
  byOfficer: 'bool',
  withdrawn: 'bool',
  raiderId: 'uuid?',
  name: 'text?',
  realm: 'text?',
  className: 'text?',
  itemName: 'text?',
  itemString: 'text?',
  track: text(LootTrack.options).orNull,
  instance: 'text?',
  boss: 'text?',
  response: 'text',
  responseKey: 'text',
  votes: 'int?',
  note: 'text?',
  oldItems: 'text[]',
})`
  select a.id, a.award_key as "awardKey", a.drop_key as "dropKey", a.as_of as "asOf", a.line, a.by_officer as "byOfficer",
    a.withdrawn, a.raider_id as "raiderId", a.name, a.realm, a.class_name as "className", a.item_name as "itemName",
    a.item_string as "itemString", a.track, a.instance, a.boss, a.response, a.response_key as "responseKey", a.votes, a.note,
    a.old_items as "oldItems"
  from loot_award a
  where a.organization_id = $1 and a.holds and (a.drop_key = any($3::text[]) or a.award_id in (
    select f.id from loot_award f where f.organization_id = $1 and f.award_key = any($2::text[]) and f.amends_id is null))`;

const SETTLED = query({ awardKey: 'text' })`
  select f.award_key as "awardKey" from loot_award f join loot_award a on a.award_id = f.id and a.holds
  where f.organization_id = $1 and f.award_key = any($2::text[]) and f.amends_id is null
    and (a.raider_id is not null or a.by_officer)`;

/** Whether an award is there already and has its raider, by its key. */
export async function settledAwards(
  sql: Sql,
  { organizationId, sign }: Pick<Bringing, 'organizationId' | 'sign'>,
  keys: readonly string[],
): Promise<Set<string>> {
  const secrets = keys.map((key) => [key, keyOf(sign, organizationId, key)] as const);
  const rows = await sql.many(SETTLED, [organizationId, secrets.map(([, secret]) => secret)]);
  const settled = new Set(rows.map(({ awardKey }) => awardKey));
  return new Set(secrets.flatMap(([key, secret]) => (settled.has(secret) ? [key] : [])));
}

/** The key names the player, so a keyed hash of it is stored. */
const keyOf = (sign: Signer, organizationId: string, key: string) => sign(`loot ${organizationId} award ${key}`);

const SEEN_AGAIN = statement`
  update loot_award a set as_of = n."asOf", line = n.line, raider_id = coalesce(a.raider_id, n."raiderId")
  from jsonb_to_recordset($1) as n(id uuid, "asOf" timestamptz, line int, "raiderId" uuid) where a.id = n.id`;
const NO_LONGER_HOLD = statement`update loot_award set holds = false where id = any($1::uuid[])`;

const ADD = statement`
  insert into loot_award (id, award_id, organization_id, award_key, drop_key, tool, as_of, line, team_id, raider_id, name, realm,
    name_key, realm_key, class_name, item_id, item_name, item_string, track, instance, boss, received_at, day_only, response,
    response_key, votes, note, old_items, withdrawn, created_by_id)
  select n.id, n.id, $1, n."awardKey", n."dropKey", n.tool, n."asOf", n.line, n."teamId", n."raiderId", n.name, n.realm,
    n."nameKey", n."realmKey", n."className", n."itemId", n."itemName", n."itemString", n.track, n.instance, n.boss,
    n."receivedAt", n."dayOnly", n.response, n."responseKey", n.votes, n.note, n."oldItems", n.withdrawn, n."createdById"
  from jsonb_to_recordset($2) as n(id uuid, "awardKey" text, "dropKey" text, tool text, "asOf" timestamptz, line int,
    "teamId" uuid, "raiderId" uuid, name text, realm text, "nameKey" text, "realmKey" text, "className" text, "itemId" int,
    "itemName" text, "itemString" text, track text, instance text, boss text, "receivedAt" timestamptz, "dayOnly" boolean,
    response text, "responseKey" text, votes int, note text, "oldItems" text[], withdrawn boolean, "createdById" uuid)`;

/** All else is as in the row before. */
const AMEND = statement`
  insert into loot_award (id, award_id, amends_id, organization_id, award_key, drop_key, tool, as_of, line, team_id, event_id,
    raider_id, name, realm, name_key, realm_key, class_name, item_id, item_name, item_string, track, instance, boss, received_at,
    day_only, response, response_key, votes, note, old_items, withdrawn, created_by_id)
  select n.id, a.award_id, a.id, a.organization_id, a.award_key, a.drop_key, a.tool, n."asOf", n.line, a.team_id, a.event_id,
    coalesce(a.raider_id, n."raiderId"), n.name, n.realm, n."nameKey", n."realmKey", n."className", a.item_id, n."itemName",
    n."itemString", n.track, n.instance, n.boss, a.received_at, a.day_only, n.response, n."responseKey", n.votes, n.note,
    n."oldItems", n.withdrawn, n."createdById"
  from jsonb_to_recordset($1) as n(id uuid, "amendsId" uuid, "asOf" timestamptz, line int, "raiderId" uuid, name text, realm text,
    "nameKey" text, "realmKey" text, "className" text, "itemName" text, "itemString" text, track text, instance text, boss text,
    response text, "responseKey" text, votes int, note text, "oldItems" text[], withdrawn boolean, "createdById" uuid)
  join loot_award a on a.id = n."amendsId"`;

type Place = { asOf: string; line: number };
const isLater = (one: Place, other: Place) =>
  one.asOf > other.asOf || (one.asOf === other.asOf && one.line > other.line);
const isSamePlace = (one: Place, other: Place) => one.asOf === other.asOf && one.line === other.line;

/** A line says this of an award, and another one of the same award may say otherwise. */
type Content = Omit<RowOf<typeof HERE>, keyof Standing | 'id' | 'raiderId'>;

/** An award as it will stand, for what follows from several of one drop. */
type Standing = Place & {
  awardKey: string;
  dropKey: string | null;
  byOfficer: boolean;
  withdrawn: boolean;
  /** The row that is there; null for one that is written now. */
  here: RowOf<typeof HERE> | null;
  written: { withdrawn: boolean } | null;
};

/** Returns what each award wrote, by its key. Its rows and those of their keys must be under the lock of the import. */
export async function writeAwards(
  sql: Sql,
  { organizationId, sign, asOf, teamId, createdById }: Bringing,
  awards: readonly BroughtAward[],
): Promise<Map<string, WrittenAward>> {
  const brought = awards
    .map((award) => {
      const { key: responseKey, meaning } = knownResponse(award.response, award.responseCode);
      const dropKey = award.drop === null ? null : sign(`loot ${organizationId} drop ${award.drop}`);
      return { award, awardKey: keyOf(sign, organizationId, award.key), dropKey, responseKey, meaning };
    })
    .toSorted((one, other) => one.award.line - other.award.line);
  const responses = new Map(
    brought.map(({ award, responseKey, meaning }) => [
      responseKey,
      { key: responseKey, text: award.response, meaning, counts: countsByDefault(meaning) },
    ]),
  );
  await sql.run(ADD_RESPONSES, [organizationId, JSON.stringify([...responses.values()])]);
  const here = await sql.many(HERE, [
    organizationId,
    brought.map(({ awardKey }) => awardKey),
    brought.flatMap(({ dropKey }) => dropKey ?? []),
  ]);
  const standing = new Map<string, Standing>(here.map((row) => [row.awardKey, { ...row, here: row, written: null }]));
  const rowOf = new Map(here.map((row) => [row.awardKey, row]));
  const outcome = new Map<string, string[]>();
  const added: object[] = [];
  const amended: object[] = [];
  const seen: object[] = [];

  for (const { award, awardKey, dropKey, responseKey } of brought) {
    const wrote: string[] = [];
    outcome.set(awardKey, wrote);
    const place = { asOf, line: award.line };
    const row = rowOf.get(awardKey);
    const known = standing.get(awardKey);
    if (known && !row) continue; // An earlier line of this file, which the caller leaves out.
    const { raiderId } = award;
    const content = contentOf(award, responseKey);
    if (!row) {
      const id = uuidv7();
      const { itemId, tool, receivedAt, dayOnly } = award;
      const written = {
        ...{ id, awardKey, dropKey, teamId, createdById, raiderId, ...place, ...withKeys(content) },
        ...{ itemId, tool, receivedAt, dayOnly, withdrawn: false },
      };
      added.push(written);
      standing.set(awardKey, { ...place, awardKey, dropKey, byOfficer: false, withdrawn: false, here: null, written });
      wrote.push(id);
      continue;
    }
    const later = isLater(place, row);
    const latest = later ? place : { asOf: row.asOf, line: row.line };
    // An officer has the last word, and an erased person is not brought back.
    const isFixed = row.byOfficer || row.name === null;
    const merged = isFixed ? null : merge({ ...content, ...place }, row);
    if (merged) {
      const id = uuidv7();
      const { withdrawn } = row;
      const written = { id, amendsId: row.id, raiderId, createdById, withdrawn, ...latest, ...withKeys(merged) };
      amended.push(written);
      standing.set(awardKey, { ...latest, awardKey, dropKey, byOfficer: false, withdrawn, here: row, written });
      wrote.push(id);
      continue;
    }
    const isLatest = later && (!isFixed || row.response === award.response);
    const finds = row.raiderId === null && raiderId !== null;
    const { id, asOf: at, line } = row;
    if (isLatest || finds) seen.push({ id, raiderId, ...(isLatest ? latest : { asOf: at, line }) });
    if (isLatest && known) Object.assign(known, latest);
  }
  for (const { one, withdrawn, last } of givenAgain([...standing.values()])) {
    if (one.written) {
      one.written.withdrawn = withdrawn;
      continue;
    }
    if (!one.here) continue;
    const { asOf: at, line } = one;
    const again = {
      id: uuidv7(),
      amendsId: one.here.id,
      asOf: at,
      line,
      withdrawn,
      createdById,
      ...withKeys(one.here),
    };
    amended.push(again);
    outcome.get(last.awardKey)?.push(again.id);
  }
  const lists = [
    [SEEN_AGAIN, seen],
    [AMEND, amended],
  ] as const;
  // The index allows one row of an award to hold.
  await sql.run(NO_LONGER_HOLD, [amended.map((row) => Reflect.get(row, 'amendsId'))]);
  for (const [write, rows] of lists) if (rows.length > 0) await sql.run(write, [JSON.stringify(rows)]);
  if (added.length > 0) await sql.run(ADD, [organizationId, JSON.stringify(added)]);
  return new Map(
    brought.map(({ award, awardKey }) => {
      const ids = outcome.get(awardKey) ?? [];
      return [award.key, ids.length > 0 ? ids : null];
    }),
  );
}

/** The later line holds of a drop with several winners, until an officer decides. Returns the awards that do not stand so yet. */
function givenAgain(all: readonly Standing[]) {
  const drops = Map.groupBy(
    all.filter(({ dropKey }) => dropKey !== null),
    ({ dropKey }) => dropKey,
  );
  return [...drops.values()].flatMap((same) => {
    if (same.length < 2 || same.some(({ byOfficer }) => byOfficer)) return [];
    const last = same.reduce((latest, one) => {
      const isSame = isSamePlace(one, latest);
      return (isSame ? one.awardKey > latest.awardKey : isLater(one, latest)) ? one : latest;
    });
    return same
      .map((one) => ({ one, last, withdrawn: one !== last }))
      .filter(({ one, withdrawn }) => (one.written ?? one).withdrawn !== withdrawn);
  });
}

function contentOf(award: BroughtAward, responseKey: string): Content {
  const { name, realm, className, itemName, itemString, track, instance, boss, response, votes, oldItems } = award;
  const since = new Date();
  since.setUTCMonth(since.getUTCMonth() - NOTE_MONTHS);
  return {
    ...{ name, realm, className, itemName, itemString, track, instance, boss, response, responseKey, votes, oldItems },
    note: award.receivedAt < since.toISOString() ? null : award.note,
  };
}

const withKeys = (content: Content) => {
  const { name, realm, className, itemName, itemString, track, instance, boss } = content;
  const { response, responseKey, votes, note, oldItems } = content;
  return {
    ...{ name, realm, nameKey: fold(name ?? ''), realmKey: fold(realm ?? ''), className, itemName, itemString, track },
    ...{ instance, boss, response, responseKey, votes, note, oldItems },
  };
};

const toText = (content: Content) => JSON.stringify(withKeys(content));

/**
 * Two lines about one award, whichever was brought in first, become one: the later one counts, and the other where that is silent.
 * Where both stand at one place of exports with the same latest award, none is known to be later, and each text is chosen by
 * itself. Null if the row that is there says it already.
 */
function merge(brought: Content & Place, here: Content & Place): Content | null {
  const isSame = isSamePlace(brought, here);
  const isFirst = isLater(brought, here);
  const said = <T>(of: (content: Content) => T, isSilent = (value: T) => value === null): T => {
    const [one, other] = [of(brought), of(here)];
    if (isSilent(one) !== isSilent(other)) return isSilent(one) ? other : one;
    return (isSame ? JSON.stringify(one) > JSON.stringify(other) : isFirst) ? one : other;
  };
  const merged = {
    // One player, whose name one of them may write without the realm.
    ...said(
      ({ name, realm }) => ({ name, realm }),
      ({ realm }) => realm === null,
    ),
    ...said(({ response, responseKey }) => ({ response, responseKey })),
    className: said(({ className }) => className),
    itemName: said(({ itemName }) => itemName),
    itemString: said(({ itemString }) => itemString),
    track: said(({ track }) => track),
    instance: said(({ instance }) => instance),
    boss: said(({ boss }) => boss),
    votes: said(({ votes }) => votes),
    note: said(({ note }) => note),
    oldItems: said(
      ({ oldItems }) => oldItems,
      (items) => items.length === 0,
    ),
  };
  return toText(merged) === toText(here) ? null : merged;
}

const TAKE_BACK = query({ amendsId: 'uuid?' })`
  delete from loot_award a where a.id = any($1::uuid[]) and a.holds
    and not exists (select from loot_award n where n.amends_id = a.id)
  returning a.amends_id as "amendsId"`;
const HOLD_AGAIN = statement`update loot_award set holds = true where id = any($1::uuid[])`;
const LEFT = query({ id: 'uuid' })`select id from loot_award where id = any($1::uuid[])`;

/** Deletes rows that were written and not amended since, amendments before what they amend. Returns those that stay. */
export async function takeBackAwards(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  for (;;) {
    const before = await sql.many(TAKE_BACK, [ids]);
    const again = before.flatMap(({ amendsId }) => amendsId ?? []);
    if (again.length === 0) break;
    await sql.run(HOLD_AGAIN, [again]);
  }
  return new Set((await sql.many(LEFT, [ids])).map(({ id }) => id));
}
