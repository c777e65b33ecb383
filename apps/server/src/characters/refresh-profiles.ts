/** The second part of a character sync: each character's own profile, and the guild it names. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { guildSlug, guildSlugFromHref } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { AppContext } from '../core/context.ts';
import { advanceSyncSession, type SyncFence } from '../core/sync-session.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import { ensureSyncedGuild } from '../organizations/create-synced-guild.ts';
import { combatRoleOf } from '../reference/spec-roles.ts';
import { claimRosterEntries, reconcileMemberships } from '../roster/claims.ts';
import { queueRosterSync } from '../roster/start-roster-sync.ts';
import { factionOf, genderOf } from './platform-values.ts';

type Candidate = {
  id: string;
  region: Region;
  gameVersion: GameVersion;
  name: string;
  realmSlug: string;
  realmId: number;
  characterId: number;
  lastModified: string | null;
};
type Outcome =
  | { kind: 'fetched'; candidate: Candidate; profile: CharacterProfile; lastModified: string | null }
  | { kind: 'unchanged' | 'not_found' | 'failed'; candidate: Candidate };

const BATCH = 10;

const NEXT = `
  select c.id, c.region, c.game_version as "gameVersion", c.name, c.realm_slug as "realmSlug",
    c.platform_realm_id as "realmId", c.platform_character_id::float8 as "characterId", s.last_modified as "lastModified"
  from character c left join character_section s on s.character_id = c.id and s.section = 'profile'
  where c.user_id = $1 and c.verified_at is not null and c.id > $2 order by c.id limit ${BATCH}`;

const FIRST = '00000000-0000-0000-0000-000000000000';

type Run = { fence: SyncFence; userId: string; signal: AbortSignal };

/** Goes on after the character `cursor`; null for the first. */
export async function refreshProfiles(ctx: AppContext, run: Run, cursor: string | null): Promise<void> {
  let position = cursor || FIRST;
  for (;;) {
    const candidates = await ctx.sql<Candidate>(NEXT, [run.userId, position]);
    const last = candidates.at(-1);
    if (!last) return;
    const outcomes = await Promise.all(candidates.map((candidate) => fetchProfile(ctx, run, candidate)));
    position = last.id;
    await ctx.transact(async (tx) => {
      await storeProfiles(ctx, tx, outcomes);
      const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
      const step = { done: outcomes.length, updated: count('fetched'), failed: count('failed'), cursor: position };
      const session = await advanceSyncSession(tx.sql, run.fence, step);
      tx.afterCommit(() => ctx.realtime.publishSync(session));
    });
  }
}

async function fetchProfile(ctx: AppContext, { signal }: Run, candidate: Candidate): Promise<Outcome> {
  const { region, gameVersion, lastModified: ifModifiedSince } = candidate;
  const call = { region, gameVersion, priority: 'interactive' as const, signal };
  try {
    const answer = await ctx.battlenet.characterProfile({ ...call, ...(ifModifiedSince ? { ifModifiedSince } : {}) }, candidate);
    const { data } = answer;
    // A released name may belong to somebody else by now: only the id says who it is.
    if (data.id !== candidate.characterId || data.realm.id !== candidate.realmId) return { kind: 'not_found', candidate };
    return { kind: 'fetched', candidate, profile: data, lastModified: answer.lastModified };
  } catch (error) {
    if (!(error instanceof BattlenetError)) throw error;
    if (error.kind === 'not_modified') return { kind: 'unchanged', candidate };
    if (error.kind === 'not_found' || error.kind === 'forbidden') return { kind: 'not_found', candidate };
    if (error.kind === 'rate_limited') throw error;
    return { kind: 'failed', candidate };
  }
}

const STORE = `
  with fetched as (
    select * from jsonb_to_recordset($1::jsonb) as f(id uuid, name text, level smallint, "classId" smallint,
      "raceId" smallint, gender text, faction text, equipped smallint, average smallint, "specId" int, "specName" text,
      role text, points int, "guildId" uuid, "lastLoginAt" timestamptz)
  )
  update character c set name = f.name, level = f.level, class_id = f."classId", race_id = f."raceId",
    gender = coalesce(f.gender, c.gender), faction = coalesce(f.faction, c.faction), equipped_item_level = f.equipped,
    average_item_level = f.average, spec_id = f."specId", spec_name = f."specName", role = f.role,
    achievement_points = f.points, guild_id = f."guildId", last_login_at = coalesce(f."lastLoginAt", c.last_login_at)
  from fetched f where c.id = f.id`;

/** A section that failed or is missing keeps its data and says so. */
const SECTIONS = `
  insert into character_section as s (character_id, section, status, fetched_at, last_modified, next_at)
  select id, 'profile', status, case when status = 'ok' then now() end, "lastModified", now() + interval '24 hours'
  from jsonb_to_recordset($1::jsonb) as o(id uuid, status text, "lastModified" text)
  on conflict (character_id, section) do update set status = excluded.status, next_at = excluded.next_at,
    fetched_at = coalesce(excluded.fetched_at, s.fetched_at), last_modified = coalesce(excluded.last_modified, s.last_modified)`;

async function storeProfiles(ctx: AppContext, tx: UnitOfWork, outcomes: Outcome[]): Promise<void> {
  const fetched = outcomes.filter((outcome) => outcome.kind === 'fetched');
  const rows = [];
  for (const { candidate, profile } of fetched) {
    rows.push({ ...profileRow(candidate.id, profile), guildId: await guildOf(ctx, tx, candidate, profile) });
  }
  if (rows.length > 0) await tx.sql(STORE, [JSON.stringify(rows)]);
  const sections = outcomes.map((outcome) => ({
    id: outcome.candidate.id,
    status: outcome.kind === 'fetched' || outcome.kind === 'unchanged' ? 'ok' : outcome.kind,
    lastModified: outcome.kind === 'fetched' ? outcome.lastModified : null,
  }));
  await tx.sql(SECTIONS, [JSON.stringify(sections)]);
}

function profileRow(id: string, profile: CharacterProfile) {
  return {
    id,
    name: profile.name,
    level: profile.level,
    classId: profile.character_class.id,
    raceId: profile.race.id,
    gender: genderOf(profile.gender?.type),
    faction: factionOf(profile.faction?.type),
    equipped: profile.equipped_item_level,
    average: profile.average_item_level,
    specId: profile.active_spec?.id ?? null,
    specName: profile.active_spec && textIn(profile.active_spec.name, 'en_US'),
    role: combatRoleOf(profile.active_spec?.id),
    points: profile.achievement_points,
    lastLoginAt: profile.last_login_timestamp === null ? null : new Date(profile.last_login_timestamp).toISOString(),
  };
}

/** The organization of the guild that a profile names; it comes into being, and its roster is synced, the first time. */
async function guildOf(ctx: AppContext, tx: UnitOfWork, candidate: Candidate, { guild }: CharacterProfile) {
  if (!guild) return null;
  const slugs = (guild.key && guildSlugFromHref(guild.key.href)) ?? {
    realmSlug: guild.realm.slug,
    nameSlug: guildSlug(guild.name),
  };
  const { id, created } = await ensureSyncedGuild(tx, {
    region: candidate.region,
    gameVersion: candidate.gameVersion,
    realmId: guild.realm.id,
    realmSlug: slugs.realmSlug,
    guildId: guild.id,
    nameSlug: slugs.nameSlug,
    name: guild.name,
    faction: factionOf(guild.faction?.type),
  });
  if (created) await queueRosterSync(ctx, tx, id, 'schedule', null);
  return id;
}

/** Lets the rosters that already list these characters know whose they are. */
export async function claimCharacters(tx: UnitOfWork, characterIds: string[]): Promise<void> {
  const text = 'select distinct organization_id as id from roster_entry where claimed_by_id = any($1)';
  const before = await tx.sql<{ id: string }>(text, [characterIds]);
  await claimRosterEntries(tx.sql, { characterIds });
  const after = await tx.sql<{ id: string }>(text, [characterIds]);
  await reconcileMemberships(tx.sql, [...new Set([...before, ...after].map((row) => row.id))]);
}
