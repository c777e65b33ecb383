import type { GameRealmView, PlayableInput, PlayableView, SpecializationView } from '@guildhall/contracts/game-data.ts';
import type { AppContext } from '../core/services/context.ts';
import { cachedGameData, type GameData } from './game-data-cache.ts';

/** In the language `$1`, else in English, else the given substitute. */
const name = (otherwise: string) => `coalesce(names->>$1, names->>'en_US', ${otherwise})`;

const CLASSES = `select id, ${name(`'Class ' || id`)} as name from playable_class where listed order by id`;
const RACES = `select id, ${name(`'Race ' || id`)} as name from playable_race where listed order by id`;
const SPECIALIZATIONS = `
  select id, ${name(`'Specialization ' || id`)} as name, class_id as "classId", role from specialization
  where listed order by class_id, id`;
const REALMS = `
  select id, region, game_version as "gameVersion", slug, ${name('slug')} as name from realm where listed
  order by game_version <> 'retail', game_version, region, slug`;

type List<View> = (ctx: AppContext, input: PlayableInput) => Promise<GameData<View[]>>;

/** The columns of these statements are the view. */
const list =
  <View extends object>(key: string, text: string): List<View> =>
  (ctx, { locale }) =>
    cachedGameData(ctx, `${key}:${locale}`, () => ctx.sql<View>(text, [locale]));

export const listClasses = list<PlayableView>('classes', CLASSES);
export const listRaces = list<PlayableView>('races', RACES);
export const listSpecializations = list<SpecializationView>('specializations', SPECIALIZATIONS);
export const listRealms = list<GameRealmView>('realms', REALMS);
