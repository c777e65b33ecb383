import { useSuspenseQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

/** All own characters, including archived ones; the page filters them. */
export const allMyCharacters = () =>
  api.characters.list.queryOptions({ includeInactive: 'true', locale: gameLocale() });

export const characterQuery = (id: string) => api.character.get.queryOptions({ id, locale: gameLocale() });

/** Whether the viewer owns the character; others are read-only. */
export const useIsMine = (id: string) => useSuspenseQuery(allMyCharacters()).data.some((one) => one.id === id);

export async function invalidateCharacters(): Promise<void> {
  await Promise.all(
    [api.characters, api.character, api.characterViews].map((router) =>
      queryClient.invalidateQueries({ queryKey: router.pathKey() }),
    ),
  );
}
