/**
 * People and characters of some rows of a run. A few statements read what the database has about them; each row is decided about
 * in memory, in order; a few statements write what the rows add. Where another transaction wrote the same meanwhile, a unique
 * index refuses it, and the transaction begins again.
 */
import type { RaiderKind } from '@guildhall/contracts/raider.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import { aliasOf } from '@guildhall/guild-tools/match.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, type RowOf, statement } from '../core/db/statement.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { RunRow } from './import.access.ts';
import type { RawRow, Wrote } from './import-run.entity.ts';
import { wantedPerson } from './match-import.ts';
import type { RosterIndex } from './roster-index.ts';

/** A row as far as it says whose it is. */
export type RowOfPerson = { raw: RawRow; target: string | null; decided: boolean; discordKey: string | null };

const ALIASES = query({ id: 'uuid', key: 'text', raiderId: 'uuid!', livingId: 'uuid' })`
  select a.id, a.key, a.raider_id as "raiderId", coalesce(r.merged_into_id, r.id) as "livingId"
  from raider_alias a join raider r on r.id = a.raider_id
  where a.organization_id = $1 and a.source = $2 and a.key = any($3::text[])`;
const RAIDERS = query({ id: 'uuid', livingId: 'uuid', userId: 'uuid?' })`
  select id, coalesce(merged_into_id, id) as "livingId", user_id as "userId" from raider
  where organization_id = $1 and id = any($2::uuid[])`;
const ENTRIES = query({
  id: 'uuid',
  name: 'text',
  realm: 'text',
  classId: 'int',
  provedById: 'uuid?',
  raiderId: 'uuid?',
})`
  select e.id, e.name, e.realm_slug as realm, e.class_id as "classId", p.user_id as "provedById", c.raider_id as "raiderId"
  from roster_entry e left join proven_claim p on p.entry_id = e.id left join raider_character c on c.roster_entry_id = e.id
  where e.organization_id = $1 and e.id = any($2::uuid[])`;
type Entry = RowOf<typeof ENTRIES>;
/** Those who are members, or have a raider from a time when they were. */
const MEMBERS = query({ userId: 'uuid', raiderId: 'uuid?' })`
  select u.id as "userId", r.id as "raiderId" from unnest($2::uuid[]) u(id)
  left join raider r on r.organization_id = $1 and r.user_id = u.id
  where r.id is not null or exists (select from current_member m where m.organization_id = $1 and m.user_id = u.id)`;
const HOLDERS = query({ raiderId: 'uuid', nameKey: 'text', realmKey: 'text' })`
  select c.raider_id as "raiderId", c.name_key as "nameKey", c.realm_key as "realmKey"
  from unnest($2::text[], $3::text[]) as n(name_key, realm_key)
  join raider_character c on c.organization_id = $1 and c.name_key = n.name_key and c.realm_key = n.realm_key`;
const WITH_MAIN = query({ raiderId: 'uuid' })`
  select raider_id as "raiderId" from raider_character where is_main and raider_id = any($1::uuid[])`;

type NewRaider = { id: string; kind: RaiderKind; name: string | null; userId: string | null };
/** With the row that wrote it. */
type Appearing = { raider: NewRaider; wrote: Wrote };
type Alias = Omit<RowOf<typeof ALIASES>, 'key'>;
type Character = { name: string; realm: string; classId: number | null; entryId: string | null };
type NewCharacter = Character & { id: string; raiderId: string; nameKey: string; realmKey: string; isMain: boolean };

export type PeopleOfRows = {
  run: RunRow;
  /** The living character of the roster that a row names. */
  entryOf: (written: { name: string; realm: string | null }) => Entry | null;
  aliases: Map<string, Alias>;
  raiders: Map<string, RowOf<typeof RAIDERS>>;
  entries: Map<string, Entry>;
  members: Map<string, string | null>;
  /** The raider that has a character, by its folded name and realm. */
  holders: Map<string, string>;
  withMain: Set<string>;
  added: { raiders: Appearing[]; characters: NewCharacter[]; aliases: Set<string>; movedAliases: Set<string> };
};

export async function peopleOfRows(
  sql: Sql,
  run: RunRow,
  index: RosterIndex,
  rows: readonly RowOfPerson[],
): Promise<PeopleOfRows> {
  const { organizationId } = run;
  const targets = (kind: string) =>
    rows.flatMap(({ target }) => (target?.startsWith(`${kind}:`) ? target.slice(kind.length + 1) : []));
  const characters = rows.flatMap(({ raw }) => (raw.kind === 'character' ? raw : []));
  const named = characters.flatMap((raw) => index(raw)?.id ?? []);
  const entries = await sql.many(ENTRIES, [organizationId, [...targets('character'), ...named]]);
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  const entryOf: PeopleOfRows['entryOf'] = (written) => entriesById.get(index(written)?.id ?? '') ?? null;
  const raiders = await sql.many(RAIDERS, [organizationId, targets('raider')]);
  const aliases = await sql.many(ALIASES, [organizationId, run.source, rows.map(keyOf)]);
  const users = [...targets('member'), ...entries.flatMap(({ provedById }) => provedById ?? [])];
  const members = await sql.many(MEMBERS, [organizationId, users]);
  const names = [...entries, ...characters.map((raw) => characterOf(raw, entryOf(raw)))];
  const keys = [names.map(({ name }) => fold(name)), names.map(({ realm }) => fold(realm))];
  const holders = await sql.many(HOLDERS, [organizationId, ...keys]);
  const concerned = [
    ...[...raiders, ...aliases].map(({ livingId }) => livingId),
    ...[...entries, ...members].flatMap(({ raiderId }) => raiderId ?? []),
  ];
  const withMain = await sql.many(WITH_MAIN, [concerned]);
  return {
    ...{ run, entryOf, entries: entriesById },
    aliases: new Map(aliases.map(({ key, ...alias }) => [key, alias])),
    raiders: new Map(raiders.map((raider) => [raider.id, raider])),
    members: new Map(members.map(({ userId, raiderId }) => [userId, raiderId])),
    holders: new Map(holders.map(({ raiderId, nameKey, realmKey }) => [`${nameKey} ${realmKey}`, raiderId])),
    withMain: new Set(withMain.map(({ raiderId }) => raiderId)),
    added: { raiders: [], characters: [], aliases: new Set(), movedAliases: new Set() },
  };
}

/** Under which a decision about the row is remembered. */
const keyOf = ({ raw, discordKey }: RowOfPerson) => discordKey ?? aliasOf(wantedPerson(raw, null));

/** A character as the roster has it, or else as the row names it. */
export const characterOf = (raw: { name: string; realm: string | null }, entry: Entry | null) => ({
  name: entry?.name ?? raw.name,
  realm: entry?.realm ?? raw.realm ?? '',
  entryId: entry?.id ?? null,
});

/** The raider of a row, who appears if need be. Null for a person who has gone since. */
export function raiderOfRow(people: PeopleOfRows, row: RowOfPerson, wrote: Wrote): string | null {
  const raiderId = row.target === null ? guest(people, row, wrote) : targeted(people, row.target, wrote);
  if (raiderId !== null && row.decided) remember(people, keyOf(row), raiderId, wrote);
  return raiderId;
}

function remember({ aliases, added }: PeopleOfRows, key: string, raiderId: string, wrote: Wrote): void {
  const known = aliases.get(key);
  if (known?.raiderId === raiderId) return;
  const { id, raiderId: before } = known ?? { id: uuidv7(), raiderId: null };
  aliases.set(key, { id, raiderId, livingId: raiderId });
  if (known === undefined) added.aliases.add(key);
  else if (!added.aliases.has(key)) added.movedAliases.add(key);
  wrote.alias = { id, before };
}

/** A name that was decided about before, also by an earlier row, is the same guest. */
function guest(people: PeopleOfRows, row: RowOfPerson, wrote: Wrote): string {
  const known = people.aliases.get(keyOf(row));
  if (known) return known.livingId;
  const { name } = wantedPerson(row.raw, null);
  return appear(people, { kind: 'guest', name: name.slice(0, 60), userId: null }, wrote);
}

function targeted(people: PeopleOfRows, target: string, wrote: Wrote): string | null {
  const [kind, id = ''] = target.split(':');
  if (kind === 'raider') return people.raiders.get(id)?.livingId ?? null;
  if (kind === 'member') return memberRaider(people, id, wrote);
  const entry = people.entries.get(id);
  if (!entry) return null;
  if (entry.provedById !== null) return memberRaider(people, entry.provedById, wrote);
  if (entry.raiderId !== null) return entry.raiderId;
  const raiderId = appear(people, { kind: 'member', name: entry.name, userId: null }, wrote);
  addCharacter(people, raiderId, { ...entry, entryId: id }, true, wrote);
  return raiderId;
}

function memberRaider(people: PeopleOfRows, userId: string, wrote: Wrote): string | null {
  const known = people.members.get(userId);
  if (known !== null) return known ?? null;
  const id = appear(people, { kind: 'member', name: null, userId }, wrote);
  people.members.set(userId, id);
  return id;
}

function appear({ added }: PeopleOfRows, raider: Omit<NewRaider, 'id'>, wrote: Wrote): string {
  const id = uuidv7();
  added.raiders.push({ raider: { id, ...raider }, wrote });
  wrote.raiderId = id;
  return id;
}

/** Null where the raider has got the character; otherwise the raider that has it. One main each. */
export function addCharacter(
  people: PeopleOfRows,
  raiderId: string,
  { name, realm, classId, entryId }: Character,
  mayBeMain: boolean,
  wrote: Wrote,
): string | null {
  const { holders, withMain, entries, added } = people;
  const entry = entries.get(entryId ?? '');
  const [nameKey, realmKey] = [fold(name), fold(realm)];
  const holder = entry?.raiderId ?? holders.get(`${nameKey} ${realmKey}`);
  if (holder !== undefined) return holder;
  const isMain = mayBeMain && !withMain.has(raiderId);
  const id = uuidv7();
  added.characters.push({ id, raiderId, name, realm, nameKey, realmKey, classId, entryId, isMain });
  holders.set(`${nameKey} ${realmKey}`, raiderId);
  if (entry) entry.raiderId = raiderId;
  if (isMain) withMain.add(raiderId);
  wrote.characters = [...(wrote.characters ?? []), { id, isMain }];
  return null;
}

/** With digests, by which an undo knows raiders that nothing has changed since. */
const ADD_RAIDERS = query({ id: 'uuid', digest: 'text!' })`
  insert into raider (id, organization_id, kind, name, user_id)
  select n.id, $1, n.kind, n.name, n."userId"
  from jsonb_to_recordset($2) as n(id uuid, kind text, name text, "userId" uuid)
  returning id, md5(to_jsonb(new)::text) as digest`;
const ADD_CHARACTERS = statement`
  insert into raider_character (id, organization_id, raider_id, roster_entry_id, name, realm, name_key, realm_key, class_id,
    is_main, source)
  select n.id, $1, n."raiderId", n."entryId", n.name, n.realm, n."nameKey", n."realmKey", n."classId", n."isMain", 'import'
  from jsonb_to_recordset($2) as n(id uuid, "raiderId" uuid, "entryId" uuid, name text, realm text, "nameKey" text,
    "realmKey" text, "classId" int, "isMain" boolean)`;
const ADD_ALIASES = statement`
  insert into raider_alias (id, organization_id, raider_id, source, key)
  select n.id, $1, n."raiderId", $3, n.key from jsonb_to_recordset($2) as n(id uuid, "raiderId" uuid, key text)`;
const MOVE_ALIASES = statement`
  update raider_alias a set raider_id = n."raiderId"
  from jsonb_to_recordset($2) as n(id uuid, "raiderId" uuid) where a.organization_id = $1 and a.id = n.id`;

/** Writes what rows have added since the last time. */
export async function writePeople(sql: Sql, { run, added, aliases }: PeopleOfRows): Promise<void> {
  const { organizationId, source } = run;
  const { characters } = added;
  const aliasesOf = (keys: Set<string>) => [...keys].map((key) => ({ key, ...aliases.get(key) }));
  const write = async (into: typeof ADD_CHARACTERS, rows: object[], ...more: string[]) => {
    if (rows.length > 0) await sql.run(into, [organizationId, JSON.stringify(rows), ...more]);
  };
  const appearing = new Map(added.raiders.splice(0).map((one) => [one.raider.id, one]));
  if (appearing.size > 0) {
    const raiders = [...appearing.values()].map(({ raider }) => raider);
    for (const { id, digest } of await sql.many(ADD_RAIDERS, [organizationId, JSON.stringify(raiders)])) {
      const row = appearing.get(id);
      if (row) row.wrote.raiderDigest = digest;
    }
  }
  await write(ADD_CHARACTERS, characters.splice(0));
  await write(MOVE_ALIASES, aliasesOf(added.movedAliases));
  await write(ADD_ALIASES, aliasesOf(added.aliases), source);
  added.aliases.clear();
  added.movedAliases.clear();
}
