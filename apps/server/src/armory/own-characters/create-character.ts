import type { CreateCharacterInput } from '@guildhall/contracts/own-characters.ts';
import { specializationOf } from '@guildhall/simc/tokens.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { badRequest, conflict, type ErrorIssue } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockPerson } from '../../identity/people/lock-person.ts';
import { combatRoleOf, factionOfRace, PLAYABLE } from '../../reference/game-data/playable.ts';
import { getCharacter } from './characters.queries.ts';
import { isUnknownRealm } from './find-on-platform.ts';

/** Creates a character by hand, for those the platform does not show. It proves nothing and is never synced. */
export async function createCharacter(ctx: AppContext, actor: Actor, input: CreateCharacterInput) {
  const { gameVersion, region = ctx.config.battlenet.region, specId = null, gender = null } = input;
  const issues = issuesOf(input);
  if (input.realm && (await isUnknownRealm(ctx.sql, region, gameVersion, input.realm))) {
    issues.push({ path: 'realm', message: `no realm of ${gameVersion} in ${region} has this slug` });
  }
  if (issues.length > 0) {
    throw badRequest(
      'invalid_input',
      'The game has no such character. `issues` says why; GET /characters/templates lists what there is.',
      { issues },
    );
  }
  const specName = specId === null ? null : (specializationOf(specId)?.name ?? null);
  const role = combatRoleOf(specId, gameVersion) ?? input.role ?? null;
  const labels = [region, gameVersion, input.name, input.realm ?? NO_REALM, input.classId, input.raceId];
  const details = [gender, factionOfRace(input.raceId), input.level, specId, specName, role];
  const id = await ctx.transact(async ({ sql }) => {
    await refuseTooManyUnproven(sql, actor.userId);
    const row = await sql.maybe(CREATE, [actor.userId, ...labels, ...details]);
    if (!row) throw conflict('character_exists', 'You already have a character with this name on this realm.');
    return row.id;
  });
  return getCharacter(ctx, actor, id);
}

/** Characters entered by hand need not be on a realm. */
const NO_REALM = '';

const CREATE = query({ id: 'uuid' })`
  insert into character (user_id, source, region, game_version, name, realm_slug, class_id, race_id, gender, faction,
    level, spec_id, spec_name, role)
  select $1, 'manual', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 where not exists (
    select from character c where c.user_id = $1 and c.region = $2 and c.game_version = $3 and c.source = 'synced'
      and folded_name(c.name) = folded_name($4) and c.realm_slug = $5)
  on conflict do nothing returning id`;

function issuesOf({ gameVersion, classId, raceId, specId, level }: CreateCharacterInput): ErrorIssue[] {
  const { classIds, raceIds, specIds, maxLevel } = PLAYABLE[gameVersion];
  const hasSpec = specId !== undefined && specId !== null;
  const ofClass = hasSpec && specIds.includes(specId) && specializationOf(specId)?.classId === classId;
  return [
    ...(classIds.includes(classId) ? [] : [{ path: 'classId', message: `${gameVersion} has no such class` }]),
    ...(raceIds.includes(raceId) ? [] : [{ path: 'raceId', message: `${gameVersion} has no such race` }]),
    ...(!hasSpec || ofClass ? [] : [{ path: 'specId', message: 'the class does not have this specialization' }]),
    ...(level <= maxLevel ? [] : [{ path: 'level', message: `the highest level of ${gameVersion} is ${maxLevel}` }]),
  ];
}

/** Far more than a player has. */
const MOST = 200;

const COUNT = query({ count: 'int' })`
  select count(*)::int as count from character where user_id = $1 and verified_at is null`;

/** Throws when a person has reached the limit, because unproven characters could otherwise be added without end. */
export async function refuseTooManyUnproven(sql: Sql, userId: string): Promise<void> {
  await lockPerson(sql, userId);
  const row = await sql.one(COUNT, [userId]);
  if (row.count >= MOST) {
    throw conflict(
      'too_many_characters',
      `You have ${MOST} unverified characters. Delete some that you added by hand, or sync your account.`,
    );
  }
}
