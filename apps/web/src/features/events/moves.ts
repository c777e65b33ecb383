import type { MoveParticipantInput } from '@guildhall/contracts/participation.ts';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { refreshEvents } from './events.queries.ts';
import { eventsWords } from './events.words.ts';

/** In another column, the same person is a new row; focus moves along. */
let moved: string | undefined;

export function useFocusWhenMoved(participationId: string): RefObject<HTMLSpanElement | null> {
  const tools = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (moved !== participationId) return;
    moved = undefined;
    tools.current?.querySelector('button')?.focus();
  }, [participationId]);
  return tools;
}

/** Moves a participant and announces it by name. */
export function useMove() {
  return useMutation({
    mutationFn: ({ name: _, ...input }: MoveParticipantInput & { name: string }) => {
      moved = input.participationId;
      return client.participations.move.mutate(input);
    },
    onError: toastFailure,
    onSuccess: async (_, { name }) => {
      await refreshEvents();
      toast({ text: eventsWords.now().officer.moved(name) });
    },
  });
}
