import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { queryOptions } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';

type Guild = Pick<OrganizationView, 'id'>;

const MOST = 200;

/** All that are not archived, for choosing one of them by typing. */
export const everyRaider = (guild: Guild) => everyOne(guild, {});
export const raidersWithoutAccount = (guild: Guild) => everyOne(guild, { only: 'no_account' });

const everyOne = ({ id }: Guild, filter: { only?: 'no_account' }) =>
  queryOptions({
    queryKey: [...api.raiders.pathKey(), 'every', id, gameLocale(), filter],
    queryFn: async () => {
      const raiders: RaiderView[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const input = { id, ...filter, locale: gameLocale(), page: String(page), pageSize: String(MOST) };
        const { raiders: some, pagination } = await client.raiders.list.query(input);
        raiders.push(...some);
        pages = pagination.totalPages;
      }
      return raiders;
    },
  });
