import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { PutWishesInput, WishesView } from '@guildhall/contracts/wish.ts';
import { queryOptions } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

type Guild = Pick<OrganizationView, 'id'>;

/** The wishes of a raider, or the reader's own. */
export function wishesQuery({ id }: Guild, raider: string | undefined) {
  const locale = gameLocale();
  return queryOptions({
    queryKey: [...api.wishes.pathKey(), id, raider ?? null, locale],
    queryFn: ({ signal }): Promise<WishesView> =>
      raider === undefined
        ? client.wishes.mine.query({ id, locale }, { signal })
        : client.wishes.get.query({ id: raider, locale }, { signal }),
  });
}

export const invalidateWishes = () => queryClient.invalidateQueries({ queryKey: api.wishes.pathKey() });

/** The raider whose wishes are shown: a member appears as one with the first wish. */
export const raiderOf = async ({ id }: Guild, { raider }: Pick<WishesView, 'raider'>): Promise<string> =>
  raider?.id ?? (await client.wishes.becomeRaider.mutate({ id })).id;

export type Named = PutWishesInput['wishes'][number];

/** Only retail has a journal, and sims. */
export const isRetail = ({ gameVersion }: Pick<OrganizationView, 'gameVersion'>) =>
  gameVersion === 'retail' || gameVersion === null;
