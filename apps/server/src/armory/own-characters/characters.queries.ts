import type { CharacterListInput, CharacterView, Freshness } from '@guildhall/contracts/character.ts';
import { CombatRole, Faction } from '@guildhall/contracts/organization.ts';
import { GameVersion, type Locale, Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { columns, json, jsonInstant, object, query, type RowOf, text } from '../../core/db/statement.ts';
import { publicUrl } from '../../core/public-url.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type CharacterReader, MAY_READ, readCharacter } from '../../membership/characters/read-character.ts';
import { IS_OPEN, organizationAccess } from '../../membership/rights/organization.access.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';
import { playableRoles } from '../../reference/game-data/playable.ts';
import type { ProfileDocument } from '../enrichment/documents/profile.ts';

const CharacterRow = columns({
  id: 'uuid',
  name: 'text',
  level: 'int',
  avatarUrl: 'text?',
  source: text(['synced', 'manual']),
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  role: text(CombatRole.options).orNull,
  gender: text(['male', 'female']).orNull,
  faction: text(Faction.options).orNull,
  achievementPoints: 'int?',
  isMain: 'bool',
  verified: 'bool',
  realmSlug: 'text',
  classId: 'int',
  raceId: 'int',
  equipped: 'int?',
  average: 'int?',
  specId: 'int?',
  specName: 'text?',
  archivedAt: 'instant?',
  missingSince: 'instant?',
  lastLoginAt: 'instant?',
  publicKey: 'text?',
  guild: object({ id: 'uuid?', name: 'text', alias: 'text?', rank: 'int?' }).orNull,
  profile: json<ProfileDocument>().orNull,
  freshness: json<Record<string, Freshness>>(),
});
type CharacterRow = RowOf<typeof CharacterRow>;

/** A public address leads to a proven character that is not archived. */
export const IS_SHAREABLE = 'c.verified_at is not null and c.archived_at is null';

/** Readers see the guild only if they may know about it; an unproven owner, only a public one. `$1` is the reader. */
const SELECT = `
  select c.id, c.name, c.realm_slug as "realmSlug", c.region, c.game_version as "gameVersion", c.class_id as "classId",
    c.race_id as "raceId", c.gender, c.faction, c.level, ${currentItemLevel('c', 'equipped_item_level')} as "equipped",
    ${currentItemLevel('c', 'average_item_level')} as "average", c.spec_id as "specId", c.spec_name as "specName", c.role,
    c.achievement_points as "achievementPoints", c.avatar_url as "avatarUrl", c.source,
    c.verified_at is not null as verified, c.is_main as "isMain", c.archived_at as "archivedAt",
    c.last_login_at as "lastLoginAt", case when c.user_id = $1 and ${IS_SHAREABLE} then c.public_key end as "publicKey", case when coalesce(o.name, c.guild_name) is not null then jsonb_build_object(
      'id', o.id, 'name', coalesce(o.name, c.guild_name), 'alias', o.alias, 'rank', e.rank) end as guild,
    (select s.data from character_section s where s.character_id = c.id and s.section = 'profile') as profile,
    coalesce(c.lost_at, (select s.missing_since from character_section s
      where s.character_id = c.id and s.section = 'profile')) as "missingSince",
    (select coalesce(jsonb_object_agg(s.section, jsonb_build_object(
        'fetchedAt', ${jsonInstant('s.fetched_at')}, 'status', s.status, 'nextAt', ${jsonInstant('s.next_at')})), '{}')
      from character_section s where s.character_id = c.id) as freshness
  from character c
  left join organization o on o.id = c.guild_id
    and (c.verified_at is not null and c.archived_at is null and (c.user_id = $1 or exists (
        select from membership m where m.organization_id = o.id and m.user_id = $1 and m.left_at is null))
      or o.archived_at is null and ${IS_OPEN})
  left join roster_entry e on e.claimed_by_id = c.id and e.left_at is null and e.organization_id = o.id`;

/** One under a new id that is undecided stands once, as the old id, unless the new one is in another guild. */
const LIST = query(CharacterRow)`${SELECT}
  where c.user_id = $1 and ($2 or c.archived_at is null and not exists (
      select from character old where old.moved_to_id = c.id and old.user_id = $1 and old.archived_at is null and old.verified_at is not null
        and (c.guild_id is null or c.guild_id is not distinct from old.guild_id)))
    and ($3::uuid is null or o.id = $3)
  order by c.is_main desc, c.level desc, ${byName('c.name')}, c.id limit 1000`;

const CHARACTER_DETAIL = query(CharacterRow)`${SELECT} where ${MAY_READ('$1')} and c.id = $2`;

/** Throws NOT_FOUND for a guild that does not exist or that the caller may not see. */
export async function listCharacters(ctx: AppContext, actor: Actor, { guildId, ...input }: CharacterListInput) {
  const guild = guildId === undefined ? null : await organizationAccess(ctx.sql, actor, guildId);
  const [rows, names] = await Promise.all([
    ctx.sql.many(LIST, [actor.userId, input.includeInactive, guild?.organizationId]),
    referenceNames(ctx, input.locale),
  ]);
  return rows.map((row) => presentCharacter(row, names, ctx));
}

/** One of the person's own characters, archived or not, or one that is shared with them; NOT_FOUND for all others. */
export async function getCharacter(
  ctx: AppContext,
  actor: CharacterReader,
  id: string,
  locale?: Locale,
): Promise<CharacterView> {
  const [row, names] = await Promise.all([
    readCharacter(ctx, actor, id, (userId) => ctx.sql.many(CHARACTER_DETAIL, [userId, id])),
    referenceNames(ctx, locale),
  ]);
  return presentCharacter(row, names, ctx);
}

function presentCharacter(row: CharacterRow, names: ReferenceNames, { pictureUrl, config }: AppContext): CharacterView {
  const { publicKey, realmSlug, classId, raceId, equipped, average, specId, specName, profile, ...character } = row;
  return {
    ...character,
    realm: realmSlug ? { slug: realmSlug, name: names.realmName(row, realmSlug) } : null,
    class: { id: classId, name: names.className(classId) },
    race: { id: raceId, name: names.raceName(raceId) },
    itemLevel: equipped === null || average === null ? null : { equipped, average },
    activeSpec: specId === null ? null : { id: specId, name: names.specName({ ...row, specId }), role: row.role },
    title: profile?.title ?? null,
    covenant: profile?.covenant ?? null,
    hardcore: profile?.hardcore ?? null,
    playableRoles: playableRoles(row.gameVersion, classId, specId),
    avatarUrl: pictureUrl(row.avatarUrl),
    publicUrl: publicKey && publicUrl(config.baseUrl, `/c/${publicKey}`),
  };
}
