/** Stores the profiles of one batch in a constant number of statements. */
import { guildSlug, guildSlugFromHref } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  ensureSyncedGuild,
  findOrganizationOf,
  type PlatformGuild,
} from '../../guilds/guild-sync/create-synced-guild.ts';
import {
  factionOf,
  genderOf,
  instantFrom,
  majorPatchOf,
  wholeItemLevel,
} from '../../guilds/guild-sync/platform-values.ts';
import { queueRosterSync } from '../../guilds/guild-sync/start-roster-sync.ts';
import { learnRealms, type NamedRealm } from '../../reference/game-data/learn-realms.ts';
import { learnPatches } from '../../reference/game-data/newest-patch.ts';
import { combatRoleOf } from '../../reference/game-data/playable.ts';
import { profileDocument } from './documents/profile.ts';
import type { EnrichedCharacter } from './refresh-sections.ts';
import { insertSections, sectionStatusOf } from './store-section.ts';
import { nextWeeklyReset } from './weekly-reset.ts';

export type ProfileOutcome =
  | { kind: 'fetched'; candidate: EnrichedCharacter; profile: CharacterProfile; lastModified: string | null }
  | { kind: 'unchanged' | 'not_found'; candidate: EnrichedCharacter }
  | { kind: 'failed'; candidate: EnrichedCharacter; error: Error };

const PROVEN = query({ id: 'uuid' })`select id from character where id = any($1) and verified_at is not null`;

type Fetched = Extract<ProfileOutcome, { kind: 'fetched' }>;

/** Waits for a concurrent erasure. As strong as the later writes need, as in `armory/enrichment/store-section.ts`. */
const STILL_HERE = query({ id: 'uuid' })`select id from character where id = any($1) order by id for no key update`;

const STORE = statement`
  with fetched as (
    select * from jsonb_to_recordset($1::jsonb) as f(id uuid, name text, level smallint, "classId" smallint,
      "raceId" smallint, gender text, faction text, equipped smallint, average smallint, major smallint, "specId" int, "specName" text,
      role text, points int, "guildId" uuid, "guildName" text, "lastLoginAt" timestamptz)
  )
  update character c set name = f.name, level = f.level, class_id = f."classId", race_id = f."raceId",
    gender = coalesce(f.gender, c.gender), faction = coalesce(f.faction, c.faction), equipped_item_level = f.equipped,
    average_item_level = f.average, item_level_major = f.major, spec_id = f."specId", spec_name = f."specName",
    role = case when f."specId" is null then c.role else f.role end,
    achievement_points = f.points, guild_id = f."guildId",
    guild_name = f."guildName", last_login_at = coalesce(f."lastLoginAt", c.last_login_at)
  from fetched f where c.id = f.id`;

/** A changed profile makes every other section of the character due, because all of them may have changed. */
const SECTIONS = statement`
  with outcome as (
    select *, 'profile' as section from jsonb_to_recordset($1::jsonb) as o(id uuid, status text, changed boolean,
      "lastModified" text, reset timestamptz, data jsonb)
  ), due as (
    update character_section s set next_at = now() from outcome o
    where s.character_id = o.id and o.changed and s.section not in ('profile', 'status') and s.next_at > now()
  )
  ${insertSections('outcome')}`;

/** Characters that were deleted during the request are skipped. */
export async function storeProfiles(ctx: AppContext, tx: UnitOfWork, outcomes: ProfileOutcome[]): Promise<void> {
  const fetched = outcomes.filter((outcome) => outcome.kind === 'fetched');
  await learnRealms(ctx, tx, fetched.flatMap(realmsNamedBy));
  const guildIds = await ensureGuilds(tx, fetched);
  const here = idsOf(await tx.sql.many(STILL_HERE, [outcomes.map(({ candidate }) => candidate.id)]));
  const rows = fetched
    .filter(({ candidate }) => here.has(candidate.id))
    .map((outcome) => ({ ...profileRow(outcome), guildId: guildIds.get(outcome.candidate.id) }));
  await learnPatches(
    tx.sql,
    fetched.map(({ candidate: { region, gameVersion }, profile }) => ({
      ...{ region, gameVersion, major: majorPatchOf(profile) },
      lastLoginAt: instantFrom(profile.last_login_timestamp),
    })),
  );
  if (rows.length > 0) {
    await tx.sql.run(STORE, [JSON.stringify(rows)]);
    await queueRostersLacking(tx, rows);
  }
  const sections = outcomes
    .filter(({ candidate }) => here.has(candidate.id))
    .map((outcome) => ({
      id: outcome.candidate.id,
      status: sectionStatusOf(outcome.kind),
      reset: nextWeeklyReset(outcome.candidate.region, new Date()),
      ...(outcome.kind === 'fetched'
        ? { changed: true, lastModified: outcome.lastModified, data: profileDocument(outcome.profile) }
        : { changed: false }),
    }));
  await tx.sql.run(SECTIONS, [JSON.stringify(sections)]);
}

const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id));

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

function profileRow({ candidate, profile }: Fetched) {
  return {
    id: candidate.id,
    name: profile.name,
    level: profile.level,
    classId: profile.character_class.id,
    raceId: profile.race.id,
    gender: genderOf(profile.gender?.type),
    faction: factionOf(profile.faction?.type),
    equipped: wholeItemLevel(profile.equipped_item_level),
    average: wholeItemLevel(profile.average_item_level),
    major: majorPatchOf(profile),
    specId: profile.active_spec?.id ?? null,
    specName: profile.active_spec && textIn(profile.active_spec.name, 'en_US'),
    role: combatRoleOf(profile.active_spec?.id, candidate.gameVersion),
    points: profile.achievement_points,
    guildName: profile.guild?.name ?? null,
    lastLoginAt: instantFrom(profile.last_login_timestamp),
  };
}

function realmsNamedBy({ candidate, profile }: Fetched): NamedRealm[] {
  const { region, gameVersion } = candidate;
  const realms = [profile.realm, ...(profile.guild ? [profile.guild.realm] : [])];
  return realms.map(({ id, slug, name }) => ({ region, gameVersion, id, slug, name }));
}

function guildNamedBy({ candidate: { region, gameVersion }, profile: { guild } }: Fetched): PlatformGuild | null {
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

/**
 * The organizations of these characters' guilds, by character. A proven character may create one by naming it for the
 * first time; a character that is merely claimed creates nothing.
 */
async function ensureGuilds(tx: UnitOfWork, fetched: Fetched[]): Promise<Map<string, string>> {
  const proven = idsOf(await tx.sql.many(PROVEN, [fetched.map(({ candidate }) => candidate.id)]));
  const named = fetched.flatMap((outcome) => {
    const guild = guildNamedBy(outcome);
    return guild ? [{ guild, id: outcome.candidate.id }] : [];
  });
  const ids = new Map<string, string>();
  for (const members of Map.groupBy(named, ({ guild }) => keyOf(guild)).values()) {
    const guild = members.at(-1)?.guild;
    if (!guild) continue;
    const vouched = members.some(({ id }) => proven.has(id));
    const known = vouched ? await ensureSyncedGuild(tx, guild) : await findOrganizationOf(tx.sql, guild);
    if (known) for (const { id } of members) ids.set(id, known.id);
  }
  return ids;
}
