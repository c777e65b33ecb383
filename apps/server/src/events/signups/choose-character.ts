/** The character that comes to an event: which may, and which is meant. */
import { EventRole } from '@guildhall/contracts/event.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, text } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';
import { combatRoleOf, playableRoles } from '../../reference/game-data/playable.ts';
import type { EventRow } from '../event/event.access.ts';

/**
 * Needs a character `c` and an organization `o` in scope: in a synced guild, the roster decides who belongs. `offset 0` keeps
 * PostgreSQL from reading the claims or members of all guilds for the answers of a few events, here and below.
 */
const inGuild = (character: string) => `(o.source <> 'synced' or exists (
  select from proven_claim p where p.character_id = ${character}.id and p.organization_id = o.id offset 0))`;
export const IN_GUILD = inGuild('c');

/** A character under a new id is offered once: while that is undecided, the old id keeps main, places and history. */
export const IS_OFFERED = `(c.archived_at is null and ${IN_GUILD} and not exists (
  select from character old where old.moved_to_id = c.id and old.user_id = c.user_id and old.archived_at is null
    and old.verified_at is not null and ${inGuild('old')}))`;

/** Whether a participation `p` is that of an archived raider without an account. An officer may bring them back. */
export const IS_ARCHIVED_RAIDER = `(p.user_id is null
  and exists (select from raider a where a.id = p.raider_id and a.archived_at is not null))`;

/** Whether it is that of a raider who answers on Discord, and whose characters have all left a roster that decides about names. */
const HAS_LEFT_ROSTER = `(p.user_id is null and coalesce(o.settings #>> '{chat,withoutAccount}', 'roster') = 'roster' and exists (
  select from raider a where a.id = p.raider_id and a.discord_key is not null and (
    select bool_and(l.left_at is not null) from raider_character k join roster_entry l on l.id = k.roster_entry_id where k.raider_id = a.id)))`;

/**
 * Whether the raider of a participation `p` can no longer come: they, or their character, left or are gone. Needs an
 * event `e`, its organization `o` and the person's character `c` of the answer, if there is one.
 */
export const IS_UNFIT = `(${IS_ARCHIVED_RAIDER} or ${HAS_LEFT_ROSTER} or p.user_id is not null and (
  not exists (select from membership m
    where m.organization_id = e.organization_id and m.user_id = p.user_id and m.left_at is null offset 0)
  or c.id is null and p.raider_character_id is null or c.archived_at is not null or c.id is not null and not ${IN_GUILD}))`;

const CharacterRow = columns({
  id: 'uuid',
  archived: 'bool',
  inGuild: 'bool',
  gameVersion: text(GameVersion.options),
  classId: 'int',
  specId: 'int?',
});

const CHARACTER = `
  select c.id, c.archived_at is not null as archived, ${IN_GUILD} as "inGuild", c.game_version as "gameVersion",
    c.class_id as "classId", c.spec_id as "specId"
  from character c join organization o on o.id = $1 where c.user_id = $2`;
const NAMED = query(CharacterRow)`${CHARACTER} and c.id = $3`;
const BEST = query(CharacterRow)`${CHARACTER} and ${IS_OFFERED}
  order by c.is_main desc, ${currentItemLevel('c', 'equipped_item_level')} desc nulls last, c.level desc, c.id limit 200`;

type Bringing = Pick<EventRow, 'organizationId' | 'anyRole'>;

/** Throws NOT_FOUND for a character of another person, CONFLICT for one that may not come or cannot play these roles. */
export async function assertCharacterAllowed(
  sql: Sql,
  characterId: string,
  userId: string,
  { organizationId, anyRole }: Bringing,
  roles: EventRole[],
): Promise<void> {
  const character = await sql.maybe(NAMED, [organizationId, userId, characterId]);
  if (!character) throw notFound('character_not_found', 'This person has no character with this id.');
  if (character.archived) throw conflict('character_archived', 'This character is archived. Restore it first.');
  if (!character.inGuild) throw conflict('character_not_in_guild', 'This character is not in the guild of the event.');
  refuseUnplayable(character, anyRole, roles);
}

type Played = { gameVersion: GameVersion; classId: number };

function refuseUnplayable({ gameVersion, classId }: Played, anyRole: boolean, roles: EventRole[]): void {
  const unusual = anyRole ? undefined : roles.find((role) => !canPlay(gameVersion, classId, role));
  if (!unusual) return;
  const playable = playableRoles(gameVersion, classId).join(', ');
  throw conflict(
    'role_not_playable',
    `The class of this character cannot play ${unusual}. It can play: ${playable}. An officer can let the event take any role.`,
  );
}

/** The character named, or the main, of a raider without an account. */
const OF_RAIDER = query({ id: 'uuid', gameVersion: text(GameVersion.options).orNull, classId: 'int?' })`
  select c.id, o.game_version as "gameVersion", coalesce(e.class_id, c.class_id)::int as "classId"
  from raider_character c join organization o on o.id = c.organization_id
  left join roster_entry e on e.id = c.roster_entry_id
  where c.raider_id = $1 and ($2::uuid is null or c.id = $2) order by c.is_main desc, c.created_at, c.id limit 1`;

/**
 * The character that a raider without an account brings: null if nothing is known of one, which any role is open to.
 * Throws NOT_FOUND for a character of another raider, CONFLICT for a class that cannot play these roles.
 */
export async function characterOfRaider(
  sql: Sql,
  raiderId: string,
  characterId: string | null,
  { anyRole }: Bringing,
  roles: EventRole[],
): Promise<string | null> {
  const character = await sql.maybe(OF_RAIDER, [raiderId, characterId]);
  if (!character && characterId !== null) {
    throw notFound('character_not_found', 'This raider has no character with this id.');
  }
  if (!character) return null;
  const { gameVersion, classId } = character;
  if (gameVersion !== null && classId !== null) refuseUnplayable({ gameVersion, classId }, anyRole, roles);
  return character.id;
}

/** The person's best character for one of these roles: their main, or else the best equipped. */
export async function bestCharacter(
  sql: Sql,
  userId: string,
  { organizationId, anyRole }: Bringing,
  roles: EventRole[],
): Promise<string> {
  const characters = await sql.many(BEST, [organizationId, userId]);
  const fit = characters.find(
    ({ gameVersion, classId }) => anyRole || roles.every((role) => canPlay(gameVersion, classId, role)),
  );
  if (fit) return fit.id;
  throw characters.length === 0
    ? conflict('character_not_in_guild', 'This person has no character in the guild of the event.')
    : conflict('role_not_playable', `No character of this person in the guild can play ${roles.join(' and ')}.`);
}

const SLOTS = query({ roleKey: text(EventRole.options) })`
  select role_key as "roleKey" from event_slot where event_id = $1 order by position`;

/**
 * The character and the role with which a person comes who names at most a role: their best character for it, or else
 * the first one in the first role of its specialization, or of its class, that the event has. Throws CONFLICT if there is none.
 */
export async function usualBringing(
  sql: Sql,
  userId: string,
  event: Pick<EventRow, 'id' | 'organizationId' | 'anyRole'>,
  wished: EventRole | null,
): Promise<{ characterId: string; roles?: EventRole[] }> {
  const slots = (await sql.many(SLOTS, [event.id])).map(({ roleKey }) => roleKey);
  if (wished) return { characterId: await bestCharacter(sql, userId, event, [wished]), roles: [wished] };
  if (slots.length === 0) return { characterId: await bestCharacter(sql, userId, event, []) };
  for (const { id, gameVersion, classId, specId } of await sql.many(BEST, [event.organizationId, userId])) {
    const able: EventRole[] = [...playableRoles(gameVersion, classId, specId), 'flex'];
    const role = able.find((each) => slots.includes(each)) ?? (event.anyRole ? slots[0] : undefined);
    if (role) return { characterId: id, roles: [role] };
  }
  return { characterId: await bestCharacter(sql, userId, event, slots) };
}

/** Any class may take a slot that is open to all roles. */
export const canPlay = (gameVersion: GameVersion, classId: number, role: EventRole) =>
  role === 'flex' || playableRoles(gameVersion, classId).includes(role);

export type CharacterCandidate = RowOf<typeof CANDIDATES>;

const CANDIDATES = query({
  id: 'uuid',
  name: 'text',
  realm: 'text',
  itemLevel: 'int?',
  level: 'int',
  className: 'text?',
  gameVersion: text(GameVersion.options),
  classId: 'int',
  specId: 'int?',
  isMain: 'bool',
  answered: 'bool',
  lastCameAt: 'instant?',
})`
  select c.id, c.name, c.realm_slug as realm, c.level, ${currentItemLevel('c', 'equipped_item_level')} as "itemLevel", c.game_version as "gameVersion", c.class_id as "classId",
    c.spec_id as "specId", c.is_main as "isMain", coalesce(k.names ->> $5, k.names ->> 'en_US') as "className",
    exists (select from participation p where p.event_id = $3 and p.character_id = c.id and p.user_id = $2) as answered,
    (select max(e.starts_at) from participation p join event e on e.id = p.event_id
     where p.character_id = c.id and p.user_id = $2 and e.organization_id = $1 and e.id <> $3
       and p.status = 'signed_up' and ($4::text is null or p.role_key = $4)) as "lastCameAt"
  from character c join organization o on o.id = $1
  left join playable_class k on k.id = c.class_id
  where c.user_id = $2 and ${IS_OFFERED}
  order by ${currentItemLevel('c', 'equipped_item_level')} desc nulls last, c.level desc, ${byName('c.name')}, c.id limit 200`;

export type CharacterChoice = { chosen: string | null; candidates: CharacterCandidate[] };

/**
 * The character that a member means who names none: that of their answer, the one they last came with in this role, their
 * main if it is specialized in the role, or the only one that may come. Null when it has to be asked.
 */
export async function chooseCharacter(
  sql: Sql,
  { userId, locale }: { userId: string; locale: string },
  event: Pick<EventRow, 'id' | 'organizationId' | 'anyRole'>,
  role: EventRole | null,
): Promise<CharacterChoice> {
  const rows = await sql.many(CANDIDATES, [event.organizationId, userId, event.id, role, locale]);
  const candidates = rows.filter(
    ({ gameVersion, classId }) => role === null || event.anyRole || canPlay(gameVersion, classId, role),
  );
  const lastCame = candidates
    .filter(({ lastCameAt }) => lastCameAt !== null)
    .toSorted((a, b) => Date.parse(b.lastCameAt ?? '') - Date.parse(a.lastCameAt ?? ''));
  const isSpecialized = ({ specId, gameVersion }: CharacterCandidate) =>
    role === null || role === 'flex' || combatRoleOf(specId, gameVersion) === role;
  const chosen =
    candidates.find(({ answered }) => answered) ??
    lastCame[0] ??
    candidates.find((candidate) => candidate.isMain && isSpecialized(candidate)) ??
    (candidates.length === 1 ? candidates[0] : undefined);
  return { chosen: chosen?.id ?? null, candidates };
}
