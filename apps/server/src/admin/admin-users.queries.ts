import type { AdminUsersInput, AdminUsersView, AdminUserView } from '@guildhall/contracts/admin.ts';
import { byName } from '../core/db/by-name.ts';
import { readPage } from '../core/db/read-page.ts';
import { columns, query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';

const PERSON = `
  select u.id, u.display_name as "displayName", u.email, u.avatar_url as "avatarUrl", u.is_admin as "isAdmin",
    u.created_at as "createdAt", (select max(s.last_used_at) from session s where s.user_id = u.id) as "lastActiveAt"
  from person u`;

const Row = columns({
  id: 'uuid',
  displayName: 'text',
  email: 'text?',
  avatarUrl: 'text?',
  isAdmin: 'bool',
  createdAt: 'instant',
  lastActiveAt: 'instant?',
});

const ADMINS = query(Row)`${PERSON} where u.is_admin order by ${byName('u.display_name')}, u.id`;
const BY_ID = query(Row)`${PERSON} where u.id = $1`;

/** `strpos` takes the text literally: no character in it acts as a pattern. */
const MATCHES = `where $1::text = '' or u.id::text = lower($1) or strpos(search_key(u.display_name), search_key($1)) > 0
    or strpos(search_key(u.email), search_key($1)) > 0
    or exists (select from account a where a.user_id = u.id and strpos(search_key(a.display_name), search_key($1)) > 0)`;
const SEARCH = query(Row)`${PERSON} ${MATCHES} order by ${byName('u.display_name')}, u.id limit $2 offset $3`;
const COUNT = query({ total: 'int' })`select count(*)::int as total from person u ${MATCHES}`;

/** Unpaged: there are few administrators. */
export async function listAdmins(ctx: AppContext): Promise<AdminUserView[]> {
  const rows = await ctx.sql.many(ADMINS);
  return rows.map((row) => present(ctx, row));
}

/** Finds people by part of their name, their address, or their name at a sign-in provider (such as a battletag). */
export async function searchUsers(ctx: AppContext, { q = '', ...input }: AdminUsersInput): Promise<AdminUsersView> {
  const { rows, pagination } = await readPage(ctx.sql, SEARCH, COUNT, [q], input);
  return { users: rows.map((row) => present(ctx, row)), pagination };
}

export async function findAdminUser(ctx: AppContext, userId: string): Promise<AdminUserView | null> {
  const row = await ctx.sql.maybe(BY_ID, [userId]);
  return row && present(ctx, row);
}

const present = ({ pictureUrl }: AppContext, row: AdminUserView): AdminUserView => ({
  ...row,
  avatarUrl: pictureUrl(row.avatarUrl),
});
