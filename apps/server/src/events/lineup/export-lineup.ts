/** A line-up as text for other tools: the draft for people who may edit the event, what is published for others. */
import type { ExportedLineupView, ExportLineupInput } from '@guildhall/contracts/lineup.ts';
import { CombatRole, Faction } from '@guildhall/contracts/organization.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { nameWithin, realmName } from '../../reference/game-data/playable.ts';
import { bossIn } from '../event/bosses.ts';
import { loadVisibleEvent } from '../event/event.access.ts';
import { BROUGHT_CHARACTER } from '../event/event.queries.ts';
import { type FormatCharacter, GROUP_SIZE, GROUPS } from './formats/format-lineup.ts';
import { writeLineup } from './formats/write-lineup.ts';
import { readLineups, readSetting, shownFor } from './lineup.queries.ts';

const OWN = query({
  realm: 'text?',
  region: text(Region.options).orNull,
  gameVersion: text(GameVersion.options).orNull,
  faction: text(Faction.options).orNull,
})`
  select ${realmName({ slug: 'o.realm_slug', region: 'o.region', gameVersion: 'o.game_version', locale: '$2' })} as realm,
    o.region, o.game_version as "gameVersion", o.faction
  from organization o where o.id = $1`;

/** The realm of a character is one of its own region; of one without an account, of that of the guild. */
const IN_GROUPS = query({
  group: 'int',
  slot: 'int',
  role: text(CombatRole.options),
  name: 'text?',
  realm: 'text?',
  className: 'text?',
  region: text(Region.options).orNull,
  gameVersion: text(GameVersion.options).orNull,
  faction: text(Faction.options).orNull,
  raider: 'text',
})`
  select p.party::int as "group", p.slot::int as slot, p.role, coalesce(c.name, f.name) as name,
    ${realmName({
      slug: 'coalesce(c.realm_slug, f.realm)',
      region: 'coalesce(c.region, o.region)',
      gameVersion: 'coalesce(c.game_version, o.game_version)',
      locale: '$2',
    })} as realm,
    ${nameWithin('playable_class', 'coalesce(c.class_id, f.class_id)', '$2')} as "className", c.region,
    c.game_version as "gameVersion", c.faction, coalesce(u.display_name, r.name, '') as raider
  from lineup_place p join raider r on r.id = p.raider_id join organization o on o.id = r.organization_id
  left join person u on u.id = r.user_id left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  where p.lineup_id = $1 and p.published = $3 and p.party is not null and (r.user_id is null or u.id is not null)
  order by p.party, p.slot`;
type Place = RowOf<typeof IN_GROUPS>;

export async function exportLineup(
  { sql }: AppContext,
  actor: Actor,
  input: ExportLineupInput,
): Promise<ExportedLineupView> {
  const { event, mayEdit } = await loadVisibleEvent(sql, actor, input.id);
  const setting = await readSetting(sql, event.id, input.locale);
  const encounter = bossIn(setting.bosses, input.encounterId);
  const { row } = shownFor(await readLineups(sql, event, setting), input.encounterId, mayEdit);
  const places = row ? await sql.many(IN_GROUPS, [row.id, input.locale, !mayEdit]) : [];
  const own = await sql.one(OWN, [event.organizationId, input.locale]);
  const groups = Array.from({ length: GROUPS }, () => Array<FormatCharacter | null>(GROUP_SIZE).fill(null));
  const unnamed: ExportedLineupView['leftOut'] = [];
  for (const { group, slot, name, raider, ...place } of places) {
    const slots = groups[group - 1];
    if (name === null) unnamed.push({ name: raider, realm: null, why: 'no_character' });
    else if (slots) slots[slot - 1] = { name, ...place };
  }
  const title = encounter?.name ?? event.title;
  const written = writeLineup(input.as, { title, realm: own.realm, ...togetherIn(own, places), groups });
  return { as: input.as, text: written.text, leftOut: [...written.leftOut, ...unnamed] };
}

/** Where the raid is: where the guild plays, and for a community, where most of those with a place do. */
function togetherIn(own: RowOf<typeof OWN>, places: Place[]) {
  const gameVersion = own.gameVersion ?? most(places.map((place) => place.gameVersion));
  return {
    region: own.region ?? most(places.map(({ region }) => region)),
    gameVersion,
    // In retail, both factions raid together.
    faction: gameVersion === 'retail' ? null : (own.faction ?? most(places.map(({ faction }) => faction))),
  };
}

/** The first of those that are there most often. */
function most<T>(values: (T | null)[]): T | null {
  const [first] = [
    ...Map.groupBy(
      values.filter((value) => value !== null),
      (value) => value,
    ),
  ].toSorted(([, one], [, other]) => other.length - one.length);
  return first?.[0] ?? null;
}
