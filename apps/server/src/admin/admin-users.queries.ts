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

const listed = (condition: string) => ({
  page: query(Row)`${PERSON} ${condition} order by ${byName('u.display_name')}, u.id limit $2 offset $3`,
  count: query({ total: 'int' })`select count(*)::int as total from person u ${condition}`,
});

export const EVERYBODY = listed(`where $1::text = ''`);

/** `strpos` takes the text literally: no character in it acts as a pattern. */
const FEW_LETTERS = listed(`where strpos(search_key(u.display_name), search_key($1)) > 0
    or strpos(search_key(u.email), search_key($1)) > 0
    or exists (select from account a where a.user_id = u.id and strpos(search_key(a.display_name), search_key($1)) > 0)`);

const LIKE = `like '%' || replace(replace(replace(search_key($1), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

/** The same people, where an index knows all groups of three letters. The caller may give a full id too. */
export const SEARCHED = listed(`where u.id in (
    select n.id from person n where search_key(n.display_name) ${LIKE}
    union select m.id from person m where search_key(m.email) ${LIKE}
    union select a.user_id from account a where search_key(a.display_name) ${LIKE}
    union select i.id from person i
      where i.id = case when $1 ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::text::uuid end)`);

/** Unpaged: there are few administrators. */
export async function listAdmins(ctx: AppContext): Promise<AdminUserView[]> {
  const rows = await ctx.sql.many(ADMINS);
  return rows.map((row) => present(ctx, row));
}

/** Finds people by part of their name, their address, or their name at a sign-in provider (such as a battletag). */
export async function searchUsers(ctx: AppContext, { q = '', ...input }: AdminUsersInput): Promise<AdminUsersView> {
  const { page, count } = q === '' ? EVERYBODY : q.length < 3 ? FEW_LETTERS : SEARCHED;
  const { rows, pagination } = await readPage(ctx.sql, page, count, [q], input);
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
