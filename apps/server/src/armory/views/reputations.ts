import type { ExpansionRef, ReputationsInput, ReputationView } from '@guildhall/contracts/character-progress.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type GameNames, gameNames } from '../../reference/game-data/names.ts';
import type { ReputationsDocument } from '../enrichment/documents/reputations.ts';
import { characterSections } from './character-sections.ts';

type Faction = ReputationsDocument['factions'][number];

/** By expansion, newest first; within one, best standing first. */
export async function getReputations(ctx: AppContext, actor: Actor, { id, locale, standing }: ReputationsInput) {
  const character = await characterSections(ctx, actor, id, ['reputations']);
  if (standing) await requireStanding(ctx, standing);
  const known = character.document<ReputationsDocument>('reputations')?.factions ?? [];
  const factions = standing ? known.filter(({ tier }) => tier === standing) : known;
  const [nameOf, rows] = await Promise.all([
    gameNames(ctx.sql, locale, factions.flatMap(wantedNames)),
    ctx.sql.many(EXPANSIONS, [locale, factions.map((faction) => faction.id)]),
  ]);
  const expansionOf = new Map(
    rows.flatMap(({ factionIds, ...expansion }) => factionIds.map((factionId) => [factionId, expansion])),
  );
  const none = noExpansion(locale);
  const groups = Map.groupBy(factions, (faction): ExpansionRef => expansionOf.get(faction.id) ?? none);
  return {
    expansions: [...groups]
      .toSorted(([left], [right]) => (right.id ?? -1) - (left.id ?? -1))
      .map(([expansion, members]) => ({
        expansion,
        factions: members.toSorted((left, right) => right.raw - left.raw || left.id - right.id).map(present(nameOf)),
      })),
    freshness: character.freshness('reputations'),
  };
}

/** Groups everything that belongs to no known expansion. */
export const noExpansion = (locale: Locale): ExpansionRef => ({ id: null, name: OTHER[locale] });

const OTHER: Record<Locale, string> = {
  en_US: 'Other',
  en_GB: 'Other',
  de_DE: 'Sonstige',
  es_ES: 'Otras',
  es_MX: 'Otras',
  fr_FR: 'Autres',
  it_IT: 'Altre',
  pt_BR: 'Outras',
  ru_RU: 'Прочее',
  ko_KR: '기타',
  zh_TW: '其他',
  zh_CN: '其他',
};

/** A faction belongs to an expansion through its root faction. Only the catalogue knows this. */
const EXPANSIONS = query({ id: 'int!', name: 'text', factionIds: 'int[]' })`
  select f.expansion_id as id, coalesce(own.name, english.name) as name, array_agg(f.id) as "factionIds"
  from reputation_faction f
  left join journal_expansion_locale own on own.entity_id = f.expansion_id and own.locale = $1
  left join journal_expansion_locale english on english.entity_id = f.expansion_id and english.locale = 'en_US'
  where f.id = any($2) and coalesce(own.name, english.name) is not null group by 1, 2`;

const STANDING = statement`select from game_name where kind = 'standing' and key = $1`;

/** Throws BAD_REQUEST for a standing that no character has with any faction. */
async function requireStanding({ sql }: AppContext, standing: string): Promise<void> {
  if (standing === 'RENOWN' || (await sql.run(STANDING, [standing])) > 0) return;
  throw badRequest('invalid_input', 'No faction has such a standing. Send one such as EXALTED or RENOWN.', {
    issues: [{ path: 'standing', message: 'is the standing of no faction' }],
  });
}

const wantedNames = ({ id, standing }: Faction) => [
  ['faction', id] as const,
  ...(standing ? [['standing', standing] as const] : []),
];

const present =
  (nameOf: GameNames) =>
  ({ id, tier, standing, value, max, raw, renownLevel, paragon }: Faction): ReputationView => ({
    id,
    name: nameOf('faction', id) ?? `Faction ${id}`,
    standing: { tier, name: standing && nameOf('standing', standing), value, max, raw, renownLevel },
    paragon,
  });
