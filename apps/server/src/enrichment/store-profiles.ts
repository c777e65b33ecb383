/** Stores the profiles of one batch in a constant number of statements. */
import { guildSlug, guildSlugFromHref } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { query, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { ensureSyncedGuild, organizationOf, type PlatformGuild } from '../guilds/create-synced-guild.ts';
import { factionOf, genderOf, lastLoginOf, wholeItemLevel } from '../guilds/platform-values.ts';
import { queueRosterSync } from '../guilds/start-roster-sync.ts';
import { learnRealms, type NamedRealm } from '../reference/learn-realms.ts';
import { combatRoleOf } from '../reference/spec-roles.ts';
import { profileDocument } from './documents/profile.ts';
import type { Subject } from './refresh-sections.ts';
import { statusOf } from './store-section.ts';
import { nextWeeklyReset } from './weekly-reset.ts';

export type Outcome =
  | { kind: 'fetched'; candidate: Subject; profile: CharacterProfile; lastModified: string | null }
  | { kind: 'unchanged' | 'not_found'; candidate: Subject }
  | { kind: 'failed'; candidate: Subject; error: Error };

/** Waits for a concurrent erasure. As strong as the later writes need, as in `enrichment/store-section.ts`. */
const STILL_HERE = query({ id: 'uuid' })`select id from character where id = any($1) order by id for no key update`;

const STORE = statement`
  with fetched as (
    select * from jsonb_to_recordset($1::jsonb) as f(id uuid, name text, level smallint, "classId" smallint,
      "raceId" smallint, gender text, faction text, equipped smallint, average smallint, "specId" int, "specName" text,
      role text, points int, "guildId" uuid, "guildName" text, "lastLoginAt" timestamptz)
  )
  update character c set name = f.name, level = f.level, class_id = f."classId", race_id = f."raceId",
    gender = coalesce(f.gender, c.gender), faction = coalesce(f.faction, c.faction), equipped_item_level = f.equipped,
    average_item_level = f.average, spec_id = f."specId", spec_name = f."specName",
    role = case when f."specId" is null then c.role else f.role end,
    achievement_points = f.points, guild_id = f."guildId",
    guild_name = f."guildName", last_login_at = coalesce(f."lastLoginAt", c.last_login_at)
  from fetched f where c.id = f.id`;

/**
 * A failed or missing section keeps its data and only changes its status. A changed profile makes every other section
 * of the character due, because all of them may have changed.
 */
const SECTIONS = statement`
  with outcome as (
    select * from jsonb_to_recordset($1::jsonb) as o(id uuid, status text, changed boolean, "lastModified" text,
      reset timestamptz, data jsonb)
  ), due as (
    update character_section s set next_at = now() from outcome o
    where s.character_id = o.id and o.changed and s.section not in ('profile', 'status') and s.next_at > now()
  )
  insert into character_section as s (character_id, section, status, asked_at, fetched_at, last_modified, next_at, missing_since,
    data)
  select id, 'profile', status, now(), case when status = 'ok' then now() end, "lastModified",
    case when status = 'failed' then now() + interval '1 hour' else least(now() + interval '24 hours', reset) end,
    case when status = 'not_found' then now() end, data
  from outcome
  on conflict (character_id, section) do update set status = excluded.status, asked_at = excluded.asked_at,
    next_at = excluded.next_at, fetched_at = coalesce(excluded.fetched_at, s.fetched_at), last_modified = coalesce(excluded.last_modified, s.last_modified),
    data = coalesce(excluded.data, s.data),
    missing_since = case excluded.status when 'ok' then null when 'failed' then s.missing_since
      else coalesce(s.missing_since, excluded.missing_since) end`;

/** Characters that were deleted during the request are skipped. */
export async function storeProfiles(ctx: AppContext, tx: UnitOfWork, outcomes: Outcome[]): Promise<void> {
  const fetched = outcomes.filter((outcome) => outcome.kind === 'fetched');
  const proven = await provenAmong(tx, fetched);
  const named = fetched.map(({ candidate, profile }) => ({
    guild: guildNamedBy(candidate, profile),
    proven: proven.has(candidate.id),
  }));
  await learnRealms(ctx, tx, fetched.flatMap(realmsNamedBy));
  const guildIds = await ensureGuilds(tx, named);
  const here = await stillHere(tx, outcomes);
  const rows = fetched
    .map(({ candidate, profile }, index) => {
      const guild = named[index]?.guild;
      return { ...profileRow(candidate, profile), guildId: guild ? guildIds.get(keyOf(guild)) : null };
    })
    .filter(({ id }) => here.has(id));
  if (rows.length > 0) {
    await tx.sql.run(STORE, [JSON.stringify(rows)]);
    await queueRostersLacking(tx, rows);
  }
  const sections = outcomes
    .filter(({ candidate }) => here.has(candidate.id))
    .map((outcome) => ({
      id: outcome.candidate.id,
      status: statusOf(outcome.kind),
      changed: outcome.kind === 'fetched',
      lastModified: outcome.kind === 'fetched' ? outcome.lastModified : null,
      reset: nextWeeklyReset(outcome.candidate.region, new Date()),
      data: outcome.kind === 'fetched' ? profileDocument(outcome.profile) : null,
    }));
  await tx.sql.run(SECTIONS, [JSON.stringify(sections)]);
}

/** The platform's roster does not change this fast, so asking again at once would yield the same answer. */
const LACKING = query({ id: 'uuid' })`
  select distinct o.id from character c join organization o on o.id = c.guild_id
  where c.id = any($1) and c.verified_at is not null and c.archived_at is null and o.archived_at is null
    and coalesce(o.roster_synced_at < now() - interval '15 minutes', true) and not exists (
      select from roster_entry e where e.organization_id = o.id and e.left_at is null
        and e.platform_realm_id = c.platform_realm_id and e.platform_character_id = c.platform_character_id)
  order by o.id`;

/** A person has joined or rejoined a guild whose roster does not show it yet, and its next sync may be hours away. */
async function queueRostersLacking(tx: UnitOfWork, rows: { id: string }[]): Promise<void> {
  const lacking = await tx.sql.many(LACKING, [rows.map(({ id }) => id)]);
  for (const { id } of lacking) await queueRosterSync(tx, id, 'schedule', null);
}

async function stillHere({ sql }: UnitOfWork, outcomes: Outcome[]): Promise<Set<string>> {
  const rows = await sql.many(STILL_HERE, [outcomes.map(({ candidate }) => candidate.id)]);
  return new Set(rows.map(({ id }) => id));
}

function profileRow({ id, gameVersion }: Subject, profile: CharacterProfile) {
  return {
    id,
    name: profile.name,
    level: profile.level,
    classId: profile.character_class.id,
    raceId: profile.race.id,
    gender: genderOf(profile.gender?.type),
    faction: factionOf(profile.faction?.type),
    equipped: wholeItemLevel(profile.equipped_item_level),
    average: wholeItemLevel(profile.average_item_level),
    specId: profile.active_spec?.id ?? null,
    specName: profile.active_spec && textIn(profile.active_spec.name, 'en_US'),
    role: combatRoleOf(profile.active_spec?.id, gameVersion),
    points: profile.achievement_points,
    guildName: profile.guild?.name ?? null,
    lastLoginAt: lastLoginOf(profile.last_login_timestamp),
  };
}

function realmsNamedBy({ candidate, profile }: Extract<Outcome, { kind: 'fetched' }>): NamedRealm[] {
  const { region, gameVersion } = candidate;
  const realms = [profile.realm, ...(profile.guild ? [profile.guild.realm] : [])];
  return realms.map(({ id, slug, name }) => ({ region, gameVersion, id, slug, name }));
}

function guildNamedBy({ region, gameVersion }: Subject, { guild }: CharacterProfile): PlatformGuild | null {
  if (!guild) return null;
  const slugs = (guild.key && guildSlugFromHref(guild.key.href)) ?? {
    realmSlug: guild.realm.slug,
    nameSlug: guildSlug(guild.name),
  };
  return {
    ...slugs,
    region,
    gameVersion,
    realmId: guild.realm.id,
    guildId: guild.id,
    name: guild.name,
    faction: factionOf(guild.faction?.type),
  };
}

const keyOf = ({ region, gameVersion, realmId, guildId }: PlatformGuild) =>
  `${region}/${gameVersion}/${realmId}/${guildId}`;

const PROVEN = query({ id: 'uuid' })`select id from character where id = any($1) and verified_at is not null`;

async function provenAmong({ sql }: UnitOfWork, fetched: { candidate: Subject }[]): Promise<Set<string>> {
  const rows = await sql.many(PROVEN, [fetched.map(({ candidate }) => candidate.id)]);
  return new Set(rows.map(({ id }) => id));
}

type NamedGuild = { guild: PlatformGuild | null; proven: boolean };

/**
 * Finds the organizations of these guilds. A proven character may create one by naming it for the first time; a
 * character that somebody merely claims creates nothing.
 */
async function ensureGuilds(tx: UnitOfWork, named: NamedGuild[]): Promise<Map<string, string>> {
  const keyed = named.flatMap(({ guild, proven }) => (guild ? [{ key: keyOf(guild), guild, proven }] : []));
  const vouched = new Set(keyed.filter(({ proven }) => proven).map(({ key }) => key));
  const ids = new Map<string, string>();
  for (const [key, { guild }] of new Map(keyed.map((entry) => [entry.key, entry]))) {
    const known = vouched.has(key) ? await ensureSyncedGuild(tx, guild) : await organizationOf(tx.sql, guild);
    if (!known) continue;
    ids.set(key, known.id);
  }
  return ids;
}
