/** Apart from the other answers, which are part of the first load of every page. */
import type { EventView } from '@guildhall/contracts/event.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { toastFailureAbout } from '../../ui/toast.tsx';
import type { Bringing } from './choose-character.ts';
import { queriesOfEvents, rolesInput } from './use-answer.ts';

/** Answers “In” to every open event of a series that has no answer yet. */
export function useSeriesAnswer(event: EventView) {
  return useMutation({
    mutationFn: ({ characterId, ...bringing }: Bringing) =>
      client.participations.answerSeries.mutate({
        id: event.id,
        status: 'signed_up',
        characterId,
        ...rolesInput({ characterId, ...bringing }),
      }),
    onError: (error) => toastFailureAbout(`answer-${event.id}`, error),
    onSettled: refreshAnswers,
  });
}

export async function takeBack(ids: readonly string[]): Promise<void> {
  for (const id of ids) await client.participations.withdraw.mutate({ id });
  await refreshAnswers();
}

const refreshAnswers = () =>
  Promise.all(
    [...queriesOfEvents(), api.participations.pathKey()].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
