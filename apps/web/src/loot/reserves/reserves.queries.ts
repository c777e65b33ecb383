import type { PutReserveSheetInput, ReservesView, ReserveView } from '@guildhall/contracts/reserve.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';

export const reservesQuery = (id: string) => api.reserves.get.queryOptions({ id, locale: gameLocale() });

export const invalidateReserves = () => queryClient.invalidateQueries({ queryKey: api.reserves.pathKey() });

/** The character that the loot master sees in the raid. */
export const holderOf = ({ character, raider }: ReserveView) => character?.name ?? raider.name;

export type Item = ReservesView['reserves'][number]['item'];

/** The raider who reserves: the viewer, or another one for whom an officer does. */
export type Holder = 'viewer' | { userId: string } | { raiderId: string };

export const heldBy = ({ reserves }: ReservesView, holder: Holder): ReserveView[] =>
  reserves.filter(({ mine, userId, raider }) =>
    holder === 'viewer' ? mine : 'userId' in holder ? userId === holder.userId : raider.id === holder.raiderId,
  );

/** How often each item is reserved. */
export const countsOf = (reserves: readonly ReserveView[]): Map<number, number> =>
  new Map(reserves.map(({ item, count }) => [item.id, count]));

export const usedOf = (reserves: readonly ReserveView[]): number => reserves.reduce((sum, { count }) => sum + count, 0);

/** Sets how often an item is reserved: 0 gives it up. */
export function useReserve(shown: ReservesView, holder: Holder) {
  return useMutation({
    mutationFn: ({ item, count }: { item: Item; count: number; said: string }) => {
      const held = countsOf(heldBy(shown, holder)).set(item.id, count);
      const reserves = [...held].flatMap(([itemId, times]) => (times > 0 ? { itemId, count: times } : []));
      const { id } = shown.event;
      return holder === 'viewer'
        ? client.reserves.put.mutate({ id, reserves })
        : client.reserves.putOfOther.mutate({ id, ...holder, reserves });
    },
    async onSuccess(_, { said }) {
      await invalidateReserves();
      toast({ text: said });
    },
    onError: toastFailure,
  });
}

export type Sheet = NonNullable<ReservesView['sheet']>;
export type Rules = Pick<Sheet, 'perPerson' | 'perItem' | 'seenBy' | 'locksMinutes' | 'plusStep' | 'continues'> & {
  hard: { itemId: number; note: string | null }[];
};

/** The rules that the sheet has, or that are proposed for it. */
export function rulesOf({ sheet, proposal }: ReservesView): Rules | null {
  if (!sheet) return proposal;
  return { ...sheet, hard: sheet.hard.map(({ item, note }) => ({ itemId: item.id, note })) };
}

/** Rules as they are sent. */
export function sheetOf(id: string, { continues, ...rules }: Rules): PutReserveSheetInput {
  const { perPerson, perItem, seenBy, locksMinutes, plusStep, hard } = rules;
  return { id, perPerson, perItem, seenBy, locksMinutes, plusStep, hard, continuesId: continues?.id ?? null };
}
