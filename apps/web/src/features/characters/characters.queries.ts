import { useSuspenseQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';

/** All of the viewer's characters, including archived ones; pages filter them. */
export const allMine = () => api.characters.list.queryOptions({ includeInactive: 'true' });

/** Whether the character is the viewer's own: others are read-only. */
export const useIsMine = (id: string) => useSuspenseQuery(allMine()).data.some((one) => one.id === id);

export async function rereadCharacters(): Promise<void> {
  await Promise.all(
    [api.characters, api.character, api.characterViews].map((router) =>
      queryClient.invalidateQueries({ queryKey: router.pathKey() }),
    ),
  );
}
