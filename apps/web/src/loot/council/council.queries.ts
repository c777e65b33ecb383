import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { WishTrack } from '@guildhall/contracts/wish.ts';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

type Guild = Pick<OrganizationView, 'id'>;

export const wantedQuery = ({ id }: Guild, teamId: string | undefined) =>
  api.council.items.queryOptions({ id, locale: gameLocale(), ...(teamId ? { teamId } : {}) });

export const teamsQuery = ({ id }: Guild) => api.teams.list.queryOptions({ id, archived: 'false' });

export const candidatesQuery = ({ id }: Guild, itemId: number, track: WishTrack, teamId: string | undefined) =>
  api.council.candidates.queryOptions({
    ...{ id, itemId: String(itemId), track, locale: gameLocale() },
    ...(teamId ? { teamId } : {}),
  });
