import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';
import type { UserView } from '@guildhall/contracts/user.ts';
import { columns, json, jsonInstant, object, query, type RowOf } from '../../core/db/statement.ts';
import { unauthenticated } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { imagePath, type PictureUrl } from '../../core/services/picture-url.ts';

type AccountRow = UserView['accounts'][number];

const UserRow = columns({
  id: 'uuid',
  email: 'text?',
  createdAt: 'instant',
  timeZone: 'text',
  displayName: 'text',
  avatarUrl: 'text?',
  isAdmin: 'bool',
  locale: 'text',
  bio: 'text?',
  sharesWithGuilds: 'bool',
  onboardingCompletedAt: 'instant?',
  emailVerifiedAt: 'instant?',
  accounts: json<AccountRow[]>(),
  pendingAvatar: object({ id: 'uuid', sizes: json<number[]>() }).orNull,
});
type UserRow = RowOf<typeof UserRow>;

/** A person with their linked accounts, oldest first, in one statement. */
const USER = query(UserRow)`
  select u.id, u.display_name as "displayName", u.email, u.email_verified_at as "emailVerifiedAt",
    u.avatar_url as "avatarUrl", u.is_admin as "isAdmin", u.locale, u.time_zone as "timeZone", u.bio,
    u.shares_with_guilds as "sharesWithGuilds",
    u.onboarding_completed_at as "onboardingCompletedAt", u.created_at as "createdAt",
    (select coalesce(jsonb_agg(jsonb_build_object('providerId', a.provider_id, 'accountId', a.account_id,
        'displayName', a.display_name, 'linkedAt', ${jsonInstant('a.created_at')}) order by a.created_at, a.id), '[]')
      from account a where a.user_id = u.id) as accounts,
    (select jsonb_build_object('id', i.id, 'sizes', i.sizes) from image i
      where i.subject_id = u.id and i.purpose = 'avatar' and i.status = 'pending' order by i.created_at desc limit 1)
      as "pendingAvatar"
  from person u where u.id = $1`;

/** The profile of a signed-in person. Throws UNAUTHORIZED for one who has just been erased. */
export async function getUser({ sql, pictureUrl }: Pick<AppContext, 'sql' | 'pictureUrl'>, userId: string) {
  const row = await sql.maybe(USER, [userId]);
  if (!row) throw unauthenticated();
  return presentUser(row, pictureUrl);
}

function presentUser({ emailVerifiedAt, pendingAvatar, ...user }: UserRow, pictureUrl: PictureUrl): UserView {
  const battlenet = user.accounts.find(({ providerId }) => providerId === 'battlenet');
  const discord = user.accounts.find(({ providerId }) => providerId === 'discord');
  // A pending picture is visible to its owner, and this view is only for them.
  const avatar = pendingAvatar ? imagePath(pendingAvatar.id, Math.max(...pendingAvatar.sizes)) : user.avatarUrl;
  return {
    ...user,
    timeZone: zoneOrUtc(user.timeZone),
    emailVerified: emailVerifiedAt !== null,
    avatarUrl: pictureUrl(avatar),
    gameplatformId: battlenet?.accountId ?? null,
    battletag: battlenet?.displayName ?? null,
    chatplatformId: discord?.accountId ?? null,
  };
}
