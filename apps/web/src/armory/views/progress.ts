/** How far a character is, for the page's head and for the parts that show all of it. */
import type { EncountersView, InstanceProgress } from '@guildhall/contracts/character-progress.ts';
import type { KeystoneSeasonRef } from '@guildhall/contracts/gear.ts';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { hardestDefeated } from '../vault/hardest.ts';
import { viewsWords } from './views.words.ts';

export const encountersQuery = (id: string) => api.characterViews.encounters.queryOptions({ id, locale: gameLocale() });

export const keystoneQuery = (id: string) =>
  api.characterViews.mythicKeystone.queryOptions({ id, locale: gameLocale() });

export const vaultQuery = (id: string) => api.characterViews.vault.queryOptions({ id });

/** The platform does not name early seasons. */
export function useSeasonName(): (season: Pick<KeystoneSeasonRef, 'id' | 'name' | 'startedAt'>) => string {
  const { seasonSince } = viewsWords.use();
  const format = useFormat();
  return ({ id, name, startedAt }) =>
    name ?? (startedAt ? seasonSince({ date: format.date(new Date(startedAt)) }) : `#${id}`);
}

/** The raids of this season; between seasons, and where the game names none, those of the newest expansion. */
export function raidsOfNow({ expansions, currentSeasonInstanceIds }: EncountersView) {
  const raids = expansions.flatMap(({ instances }) => instances.filter(({ category }) => category === 'raid'));
  const current = raids.filter(({ id }) => currentSeasonInstanceIds.includes(id));
  const newest = expansions[0]?.instances.filter(({ category }) => category === 'raid') ?? [];
  return { raids: current.length > 0 ? current : newest, season: current.length > 0 };
}

/** The hardest difficulty with a kill, as raiders say it: “2/3 H”. Null before the first kill. */
export function useProgress(): (instance: InstanceProgress) => string | null {
  const { progress, shortDifficulties } = viewsWords.use();
  return ({ difficulties }) => {
    const best = hardestDefeated(difficulties);
    if (!best) return null;
    const short = shortDifficulties[best.type as keyof typeof shortDifficulties] ?? best.name;
    return progress({ defeated: best.defeated, total: best.total, difficulty: short });
  };
}
