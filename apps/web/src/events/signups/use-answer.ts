/** Answers an event: shown at once everywhere, then corrected by the service's response. */
import type { EventRole, EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import type { WeekView } from '@guildhall/contracts/week.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { toastFailureAbout } from '../../ui/toast.tsx';
import type { Bringing } from './choose-character.ts';

export type Answer = 'signed_up' | 'tentative' | 'declined';
/** Null takes the answer back. */
export type Answering = { answer: Answer | null; bringing: Bringing | undefined; note?: string | null };
type Mine = NonNullable<EventView['mine']>;

const ANSWERS = ['answer'];

export function useAnswer(event: EventView) {
  return useMutation({
    mutationKey: ANSWERS,
    // Sends two quick taps in order.
    scope: { id: `answer-${event.id}` },
    mutationFn: async ({ answer, bringing, note }: Answering) =>
      answer === null
        ? (await client.participations.withdraw.mutate({ id: event.id })).participation
        : client.participations.signUp.mutate({
            id: event.id,
            status: answer,
            ...(bringing && { characterId: bringing.characterId, ...rolesInput(bringing) }),
            ...(note === undefined ? {} : { note }),
          }),
    onMutate: async (answering) => {
      await Promise.all(queriesOfEvents().map((queryKey) => queryClient.cancelQueries({ queryKey })));
      const before = queriesOfEvents().flatMap((queryKey) => queryClient.getQueriesData({ queryKey }));
      patch(event.id, (now) => withMine(now, expected(now, answering)));
      return before;
    },
    onError: (error, _answering, before) => {
      for (const [key, data] of before ?? []) queryClient.setQueryData(key, data);
      toastFailureAbout(`answer-${event.id}`, error);
      // The page knows an earlier state of the caller's characters.
      if (failureOf(error).reason?.startsWith('character_'))
        void queryClient.invalidateQueries({ queryKey: api.characters.pathKey() });
    },
    onSuccess: (part) => patch(event.id, (now) => withMine(now, part && mineOf(part, now))),
    onSettled: () => {
      // A later tap still waits for its response.
      if (queryClient.isMutating({ mutationKey: ANSWERS }) > 1) return;
      for (const queryKey of [...queriesOfEvents(), api.participations.pathKey()])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}

function mineOf(part: ParticipationView, now: EventView): Mine {
  const { id, character, roleKey, roles, status, position, note, lateMinutes } = part;
  const attendance = now.mine?.attendance ?? null;
  return { id, characterId: character?.id ?? null, roleKey, roles, status, position, note, lateMinutes, attendance };
}

/** Sends a single role alone, and several as an ordered list. */
export const rolesInput = ({ roles }: Bringing) =>
  roles.length > 1 ? { roles: [...roles] } : { roleKey: roles[0] ?? null };

/** The service's most likely result: a full role means the waitlist. */
function expected(event: EventView, { answer, bringing, note }: Answering): Mine | null {
  if (answer === null) return null;
  const { mine } = event;
  const roles = [...(bringing?.roles ?? mine?.roles ?? [])];
  const slots = roles.flatMap((role) => event.slots.filter(({ roleKey }) => roleKey === role));
  const has = (role: EventRole) => mine?.status === 'signed_up' && mine.roleKey === role;
  const free = slots.find(({ roleKey, signedUp, max }) => has(roleKey) || signedUp < max);
  const waits = answer === 'signed_up' && slots.length > 0 && !free;
  const roleKey = (answer === 'signed_up' ? free?.roleKey : undefined) ?? roles[0] ?? null;
  return {
    id: mine?.id ?? '',
    characterId: bringing?.characterId ?? mine?.characterId ?? null,
    roleKey,
    roles,
    status: waits ? 'waitlist' : answer,
    position: waits ? Math.min(...slots.map(({ waitlist }) => waitlist)) + 1 : null,
    note: note === undefined ? (mine?.note ?? null) : note,
    lateMinutes: answer === 'declined' ? null : (mine?.lateMinutes ?? null),
    attendance: mine?.attendance ?? null,
  };
}

const COUNTS = {
  signed_up: 'signedUp',
  tentative: 'tentative',
  waitlist: 'waitlist',
  declined: 'declined',
} as const;

/** Includes the counts shown beside it. */
function withMine<E extends EventView>(event: E, mine: Mine | null): E {
  const was = event.mine;
  const counts = { ...event.counts };
  if (was) counts[COUNTS[was.status]] -= 1;
  if (mine) counts[COUNTS[mine.status]] += 1;
  const moved = (slot: E['slots'][number], status: Mine['status']) =>
    Number(mine?.roleKey === slot.roleKey && mine.status === status) -
    Number(was?.roleKey === slot.roleKey && was.status === status);
  const slots = event.slots.map((slot) => ({
    ...slot,
    signedUp: slot.signedUp + moved(slot, 'signed_up'),
    waitlist: slot.waitlist + moved(slot, 'waitlist'),
  }));
  return { ...event, mine, counts, slots };
}

/** The cached answers that hold events. */
export const queriesOfEvents = () => [api.events.pathKey(), api.week.pathKey()];

/** Updates every cached list and page of events, and the weeks. */
function patch(id: string, change: <E extends EventView>(event: E) => E): void {
  const one = <E extends EventView>(event: E) => (event.id === id ? change(event) : event);
  const patched = (data: unknown) => {
    if (isEvent(data)) return one(data);
    if (isWeek(data)) {
      const { events, unanswered, next } = data;
      return { ...data, events: events.map(one), unanswered: unanswered.map(one), next: next && one(next) };
    }
    return isList(data) ? { ...data, events: data.events.map(one) } : data;
  };
  for (const queryKey of queriesOfEvents()) queryClient.setQueriesData<unknown>({ queryKey }, patched);
}

const isEvent = (data: unknown): data is EventView =>
  typeof data === 'object' && data !== null && 'slots' in data && 'mine' in data;
const isWeek = (data: unknown): data is WeekView => isList(data) && 'unanswered' in data;
const isList = (data: unknown): data is { events: EventView[] } =>
  typeof data === 'object' && data !== null && 'events' in data && Array.isArray(data.events);
