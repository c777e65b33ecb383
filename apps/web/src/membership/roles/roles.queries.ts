import type { AuditAction } from '@guildhall/contracts/audit.ts';
import { queryOptions } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { firstMembers, PAGE_SIZE } from './first-members.ts';

/** Loads all members at once, so that searching needs no request. */
export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: [...api.members.pathKey(), 'all', id, gameLocale()],
    async queryFn() {
      const locale = gameLocale();
      const page = (number: number) => client.members.list.query({ id, locale, page: number, pageSize: PAGE_SIZE });
      const first = await queryClient.fetchQuery(firstMembers(id));
      const others = Array.from({ length: Math.max(0, first.pagination.totalPages - 1) }, (_, index) =>
        page(index + 2),
      );
      return [first, ...(await Promise.all(others))].flatMap(({ members }) => members);
    },
  });

export const rolesQuery = (id: string) => api.roles.list.queryOptions({ id });
export const permissionsQuery = (id: string) => api.roles.permissions.queryOptions({ id });
export const auditQuery = (id: string, page: number, action: AuditAction | undefined) =>
  api.organizations.auditLog.queryOptions({ id, page, pageSize: 50, ...(action ? { action } : {}) });

export const invalidateRoles = () =>
  Promise.all(
    [api.roles, api.members, api.organizations].map((one) =>
      queryClient.invalidateQueries({ queryKey: one.pathKey() }),
    ),
  );
