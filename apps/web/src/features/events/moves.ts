import type { MoveParticipantInput } from '@guildhall/contracts/participation.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { refreshEvents } from './events.queries.ts';
import { eventsWords } from './events.words.ts';

export const toolsId = (participationId: string) => `tools-${participationId}`;

/** Moves somebody, says so, and leaves the focus with the person who was moved. */
export function useMove(name: string) {
  return useMutation({
    ...api.participations.move.mutationOptions(),
    onError: toastFailure,
    onSuccess: async (_moved, { participationId }: MoveParticipantInput) => {
      await refreshEvents();
      toast({ text: eventsWords.now().officer.moved(name) });
      requestAnimationFrame(() => document.getElementById(toolsId(participationId))?.querySelector('button')?.focus());
    },
  });
}
