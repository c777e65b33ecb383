/** A line-up as text for other tools: the draft for people who may edit the event, what is published for others. */
import type { ExportedLineupView, ExportLineupInput } from '@guildhall/contracts/lineup.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import type { Actor } from '../../core/actor.ts';
import { query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { nameWithin } from '../../reference/game-data/playable.ts';
import { bossIn } from '../event/bosses.ts';
import { loadVisibleEvent } from '../event/event.access.ts';
import { BROUGHT_CHARACTER } from '../event/event.queries.ts';
import { type FormatCharacter, GROUP_SIZE, GROUPS } from './formats/format-lineup.ts';
import { writeLineup } from './formats/write-lineup.ts';
import { readLineups, readSetting, shownFor } from './lineup.queries.ts';

/** The name of a realm in the language `$2`, as a client of the game shows it. */
const realmIn = (slug: string) => `(select coalesce(m.names ->> $2, m.names ->> 'en_US', m.slug) from realm m
  where m.slug = ${slug} and m.region = o.region and m.game_version = o.game_version limit 1)`;

const OWN = query({ realm: 'text?', region: 'text?', faction: 'text?' })`
  select coalesce(${realmIn('o.realm_slug')}, o.realm_slug) as realm, o.region,
    case when o.game_version <> 'retail' then o.faction end as faction
  from organization o where o.id = $1 and $2::text is not null`;

const IN_GROUPS = query({
  group: 'int',
  slot: 'int',
  role: text(CombatRole.options),
  name: 'text?',
  realm: 'text?',
  className: 'text?',
  region: 'text?',
  faction: 'text?',
  person: 'text?',
})`
  select p.party::int as "group", p.slot::int as slot, p.role, coalesce(c.name, f.name, r.name) as name,
    coalesce(${realmIn('coalesce(c.realm_slug, f.realm)')}, c.realm_slug, nullif(f.realm, '')) as realm,
    ${nameWithin('playable_class', 'coalesce(c.class_id, f.class_id)', '$2')} as "className", c.region, c.faction,
    u.display_name as person
  from lineup_place p join raider r on r.id = p.raider_id join organization o on o.id = r.organization_id
  left join person u on u.id = r.user_id left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  where p.lineup_id = $1 and p.published = $3 and p.party is not null and (r.user_id is null or u.id is not null)
  order by p.party, p.slot`;

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
  for (const { group, slot, name, person, ...place } of places) {
    const slots = groups[group - 1];
    if (name === null) unnamed.push({ name: person ?? '', realm: null, why: 'no_character' });
    else if (slots) slots[slot - 1] = { name, ...place };
  }
  const written = writeLineup(input.as, { title: encounter?.name ?? event.title, ...own, groups });
  return { as: input.as, text: written.text, leftOut: [...written.leftOut, ...unnamed] };
}
