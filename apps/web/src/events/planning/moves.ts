import type { EventView } from '@guildhall/contracts/event.ts';
import type { MoveParticipantInput, ParticipationView } from '@guildhall/contracts/participation.ts';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { refreshEvents } from '../event/events.queries.ts';
import { eventsWords } from '../event/events.words.ts';
import { nameOf } from './participant-name.tsx';
import { planningWords } from './planning.words.ts';

/** In another column, the same person is a new row; focus moves along. */
let moved: string | undefined;

export function useFocusWhenMoved(participationId: string): RefObject<HTMLSpanElement> {
  const tools = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (moved !== participationId) return;
    moved = undefined;
    tools.current?.querySelector('button')?.focus();
  }, [participationId]);
  return tools;
}

/** Moves a participant and announces it by name. */
export async function moveParticipant({ name, ...input }: MoveParticipantInput & { name: string }): Promise<void> {
  moved = input.participationId;
  await client.participations.move.mutate(input);
  await refreshEvents();
  toast({ text: eventsWords.now().officer.moved({ name }) });
}

export const useMove = () => useMutation({ mutationFn: moveParticipant, onError: toastFailure });

type Swap = { event: EventView; out: ParticipationView; into: ParticipationView };

/** Whether `part` could take the place of `holder`: only where a place is short. */
export function maySwap(
  { slots }: Pick<EventView, 'slots'>,
  holder: ParticipationView,
  part: ParticipationView,
): boolean {
  const slot = slots.find(({ roleKey }) => roleKey === holder.roleKey);
  const isFull = slot !== undefined && slot.signedUp >= slot.max;
  const isThere = part.status === 'signed_up' && part.roleKey === holder.roleKey;
  return holder.status === 'signed_up' && isFull && !isThere;
}

/** Gives the place of one participant to another, and announces both by name. */
export function useSwap() {
  return useMutation({
    mutationFn: ({ event, out, into }: Swap) => {
      moved = into.id;
      return client.participations.swap.mutate({ id: event.id, outId: out.id, inId: into.id });
    },
    onError: toastFailure,
    onSuccess: async (_, { event, out, into }) => {
      const words = await planningWords.load();
      await refreshEvents();
      const undo = () =>
        client.participations.swap
          .mutate({ id: event.id, outId: into.id, inId: out.id })
          .then(refreshEvents, toastFailure);
      toast({ text: words.swapped({ name: nameOf(into), out: nameOf(out) }), undo });
    },
  });
}
