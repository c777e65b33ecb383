/** The first part of a character sync: stores the account's list in two statements. */
import type { Battlenet, Call } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { GameVersion, type Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { factionOf, genderOf } from '../../guilds/guild-sync/platform-values.ts';
import { isOlder, outdatedAnswer } from '../../guilds/guild-sync/sync-details.ts';
import { toldApart, UNDECIDED_FOR } from '../../membership/characters/claims.ts';

export type AccountCharacter = Awaited<ReturnType<typeof fetchAccountList>>['characters'][number];

/** A branch of the game in a region. */
export type Branch = { region: Region; gameVersion: GameVersion };

/** The Last-Modified of lists, by branch. */
export type ListDates = Record<string, string>;

/** `unread` names the branches whose list could not be fetched; nothing changes in them. */
export type AccountCharacters = { characters: AccountCharacter[]; unread: Branch[]; dates: ListDates };

/**
 * Fetches everything the account lists in these regions, in all branches of the game. Throws the platform's error when no
 * branch answers, when it refuses the token, and when it asks for a pause. A list that is older than the one before, as of
 * `known`, counts as no answer.
 */
export async function fetchAccountCharacters(
  battlenet: Battlenet,
  regions: Region[],
  userToken: string,
  signal: AbortSignal,
  known: ListDates,
): Promise<AccountCharacters> {
  const fetchList = async (branch: Branch) => {
    const list = await fetchAccountList(battlenet, { ...branch, priority: 'interactive', signal }, userToken);
    if (isOlder(list.lastModified, known[keyOf(branch)] ?? null)) throw outdatedAnswer('/profile/user/wow');
    return { ...branch, ...list };
  };
  const lists = await Promise.all(
    branchesIn(regions).map((branch) =>
      fetchList(branch).catch((error) => {
        if (!isOfBranch(error)) throw error;
        return { ...branch, error };
      }),
    ),
  );
  const failures = lists.filter((list) => 'error' in list);
  // Only where every branch refuses is the permission missing.
  const failure = failures.find(({ error }) => error.kind !== 'forbidden') ?? failures[0];
  if (failure && failures.length === lists.length) throw failure.error;
  const read = lists.filter((list) => 'characters' in list);
  return {
    characters: read.flatMap(({ characters }) => characters),
    unread: failures.map(({ region, gameVersion }) => ({ region, gameVersion })),
    dates: Object.fromEntries(
      read.flatMap((list) => (list.lastModified === null ? [] : [[keyOf(list), list.lastModified]])),
    ),
  };
}

const keyOf = ({ region, gameVersion }: Branch) => `${region}/${gameVersion}`;

const branchesIn = (regions: Region[]): Branch[] =>
  regions.flatMap((region) => GameVersion.options.map((gameVersion) => ({ region, gameVersion })));

/** An error of one branch of the game; token and pace concern all of them. */
const isOfBranch = (error: unknown): error is BattlenetError =>
  error instanceof BattlenetError && error.kind !== 'unauthorized' && error.kind !== 'rate_limited';

/** The account's list in one branch of the game; the platform answers 404 when it has none there. */
export async function fetchAccountList(
  battlenet: Battlenet,
  call: Call & { gameVersion: GameVersion },
  userToken: string,
) {
  const answer = await battlenet.accountProfile(call, userToken).catch((error) => {
    if (error instanceof BattlenetError && error.kind === 'not_found') return null;
    throw error;
  });
  const characters = answer?.data.wow_accounts.flatMap((account) => account.characters) ?? [];
  const rows = characters.map((character) => ({
    region: call.region,
    gameVersion: call.gameVersion,
    realmId: character.realm.id,
    characterId: character.id,
    name: character.name,
    realmSlug: character.realm.slug,
    realmName: character.realm.name,
    classId: character.playable_class.id,
    raceId: character.playable_race.id,
    gender: genderOf(character.gender?.type),
    faction: factionOf(character.faction?.type),
    level: character.level,
  }));
  return { characters: rows, lastModified: answer?.lastModified ?? null };
}

const LISTED = `listed as (
  select distinct on ("gameVersion", "realmId", "characterId") *
  from jsonb_to_recordset($3::jsonb) as l("gameVersion" text, "realmId" int, "characterId" bigint, name text,
    "realmSlug" text, "classId" smallint, "raceId" smallint, gender text, faction text, level smallint)
)`;

/** Characters of level 0 were never played, so there is nothing to know about them. */
const PLAYED = 'l.level > 0';

/**
 * A listing by the person's own account is proof. Others who named the character before, or proved it while it was in
 * their account, keep their data about it in the archive, without a claim.
 */
const DISPLACE = query({ id: 'uuid' })`
  with ${LISTED}, displaced as (
    update character c set verified_at = null, is_main = false, guild_id = null, displaced_at = now(),
      archived_at = coalesce(c.archived_at, now())
    from listed l
    where ${PLAYED} and c.user_id <> $1 and c.displaced_at is null and c.region = $2 and c.game_version = l."gameVersion"
      and c.platform_realm_id = l."realmId" and c.platform_character_id = l."characterId"
    returning c.id
  )
  update character a set verified_at = null, unclaimed_at = now(), moved_to_id = null, moved_at = null
  from displaced d where a.moved_to_id = d.id and a.id not in (table displaced) returning a.id`;

const ALIKE = 'l."realmId" <> a.platform_realm_id, abs(l.level - a.level)';

/** So many levels the list of an account may be behind; one of a lower level is made anew. */
const LEVELS_BEHIND = 3;

/**
 * A character `a` that the account lists no more, for at most a week, and one of the same name and class that it did not
 * list before are perhaps one under a new id: one for one, on the same realm first.
 */
const MOVED = `moving as (
  select a.id, l.*, row_number() over (partition by a.id order by ${ALIKE}, l."characterId") as of_old,
    row_number() over (partition by l."gameVersion", l."realmId", l."characterId" order by a.moved_to_id is null, ${ALIKE}, a.id) as of_new
  from character a join listed l on l."gameVersion" = a.game_version and l."classId" = a.class_id
    and folded_name(l.name) = folded_name(a.name)
  left join character b on b.user_id = $1 and b.region = $2 and b.game_version = l."gameVersion"
    and b.platform_realm_id = l."realmId" and b.platform_character_id = l."characterId"
  where a.user_id = $1 and a.region = $2 and a.source = 'synced' and a.archived_at is null
    and (a.verified_at is not null or a.unclaimed_at > now() - ${UNDECIDED_FOR})
    and ${PLAYED} and (b.id is null or b.id = a.moved_to_id or b.created_at > coalesce(a.verified_at, a.unclaimed_at))
    and l.level >= a.level - ${LEVELS_BEHIND} and not ${toldApart('l."realmId"', 'l."characterId"')}
    and not exists (
      select from listed i where i."gameVersion" = a.game_version and i."realmId" = a.platform_realm_id
        and i."characterId" = a.platform_character_id)
), moves as (select * from moving where of_old = 1 and of_new = 1)`;

/**
 * Characters the account no longer lists lose their proof, unless its list for that branch of the game is empty. Those that
 * were archived for being missing come back.
 */
const IMPORT = query({ added: 'int', removed: 'int', characterIds: 'uuid[]' })`
  with ${LISTED}, ${MOVED}, unproven as (
    update character c set verified_at = null, unclaimed_at = now(), moved_to_id = null, moved_at = null
    where c.id not in (select id from moves) and c.user_id = $1 and c.region = $2 and c.verified_at is not null
      and exists (select from listed l where l."gameVersion" = c.game_version) and not exists (
        select from listed l where l."gameVersion" = c.game_version and l."realmId" = c.platform_realm_id
          and l."characterId" = c.platform_character_id)
    returning c.id
  ), imported as (
    insert into character as c (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
      realm_slug, class_id, race_id, gender, faction, level, verified_at)
    select $1, 'synced', $2, "gameVersion", "realmId", "characterId", name, "realmSlug", "classId", "raceId", gender,
      faction, level, now()
    from listed l where ${PLAYED}
    on conflict (user_id, region, game_version, platform_realm_id, platform_character_id) do update set
      name = excluded.name, realm_slug = excluded.realm_slug, class_id = excluded.class_id,
      race_id = excluded.race_id, gender = coalesce(excluded.gender, c.gender),
      faction = coalesce(excluded.faction, c.faction), level = excluded.level, verified_at = now(),
      archived_at = case when c.displaced_at is null and c.lost_at is null then c.archived_at end, lost_at = null,
      displaced_at = null, moved_to_id = null, moved_at = null
    returning c.*, old.id is null as added
  ), moved as (
    update character a set moved_to_id = b.id, moved_at = case when a.moved_to_id = b.id then a.moved_at else now() end
    from moves m join imported b on b.game_version = m."gameVersion" and b.platform_realm_id = m."realmId"
      and b.platform_character_id = m."characterId"
    where a.id = m.id returning a.id
  )
  select (select count(*) from imported where added)::int as added, (select count(*) from unproven)::int as removed,
    array(select id from imported union all select id from unproven union all select id from moved) as "characterIds"`;

/** Requires the claims lock; call `followOwners` afterwards. */
export async function importAccount(
  sql: Sql,
  userId: string,
  region: Region,
  characters: Omit<AccountCharacter, 'region'>[],
) {
  const values = [userId, region, JSON.stringify(characters)];
  // First, because a character has one proven owner at a time.
  const displaced = await sql.many(DISPLACE, values);
  const imported = await sql.one(IMPORT, values);
  return { ...imported, characterIds: [...imported.characterIds, ...displaced.map(({ id }) => id)] };
}
