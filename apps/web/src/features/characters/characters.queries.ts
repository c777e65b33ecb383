import { useSuspenseQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';

/** All of mine, archived ones too: what is shown of them is chosen here. */
export const allMine = () => api.characters.list.queryOptions({ includeInactive: 'true' });

/** Whether the character is one's own: others can be looked at, and no more. */
export const useIsMine = (id: string) => useSuspenseQuery(allMine()).data.some((one) => one.id === id);

export async function rereadCharacters(): Promise<void> {
  await Promise.all(
    [api.characters, api.character, api.characterViews].map((router) =>
      queryClient.invalidateQueries({ queryKey: router.pathKey() }),
    ),
  );
}
