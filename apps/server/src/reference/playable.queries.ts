import type { PlayableInput } from '@guildhall/contracts/game-data.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { type Query, query, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { cachedGameData, type GameData } from './game-data-cache.ts';

/** In the language `$1`, else in English, else the given substitute. */
const name = (otherwise: string) => `coalesce(names->>$1, names->>'en_US', ${otherwise})`;

const CLASSES = query({
  id: 'int',
  name: 'text',
})`select id, ${name(`'Class ' || id`)} as name from playable_class where listed order by id`;
const RACES = query({
  id: 'int',
  name: 'text',
})`select id, ${name(`'Race ' || id`)} as name from playable_race where listed order by id`;
const SPECIALIZATIONS = query({ id: 'int', name: 'text', classId: 'int', role: text(CombatRole.options).orNull })`
  select id, ${name(`'Specialization ' || id`)} as name, class_id as "classId", role from specialization
  where listed order by class_id, id`;
const REALMS = query({
  id: 'int',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  slug: 'text',
  name: 'text',
})`
  select id, region, game_version as "gameVersion", slug, ${name('slug')} as name from realm where listed
  order by game_version <> 'retail', game_version, region, slug`;

type List<View> = (ctx: AppContext, input: PlayableInput) => Promise<GameData<View[]>>;

const list =
  <View extends object>(key: string, statement: Query<View>): List<View> =>
  (ctx, { locale }) =>
    cachedGameData(ctx, `${key}:${locale}`, () => ctx.sql.many(statement, [locale]));

export const listClasses = list('classes', CLASSES);
export const listRaces = list('races', RACES);
export const listSpecializations = list('specializations', SPECIALIZATIONS);
export const listRealms = list('realms', REALMS);
