import type { UserView } from '@guildhall/contracts/user.ts';
import { instantOf } from '../core/db/sql.ts';
import type { PictureUrl } from '../core/services/picture-url.ts';
import { imagePath } from './image-path.ts';

type AccountRow = UserView['accounts'][number];
export type UserRow = Pick<
  UserView,
  | 'id'
  | 'displayName'
  | 'email'
  | 'avatarUrl'
  | 'isAdmin'
  | 'locale'
  | 'timeZone'
  | 'bio'
  | 'sharesWithGuilds'
  | 'onboardingCompletedAt'
  | 'createdAt'
> & {
  emailVerifiedAt: string | null;
  accounts: AccountRow[];
  pendingAvatar: { id: string; sizes: number[] } | null;
};

export function presentUser(row: UserRow, pictureUrl: PictureUrl): UserView {
  const battlenet = row.accounts.find(({ providerId }) => providerId === 'battlenet');
  const discord = row.accounts.find(({ providerId }) => providerId === 'discord');
  return {
    id: row.id,
    displayName: row.displayName,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    avatarUrl: pictureUrl(shownAvatar(row)),
    isAdmin: row.isAdmin,
    locale: row.locale,
    timeZone: row.timeZone,
    bio: row.bio,
    gameplatformId: battlenet?.accountId ?? null,
    battletag: battlenet?.displayName ?? null,
    chatplatformId: discord?.accountId ?? null,
    sharesWithGuilds: row.sharesWithGuilds,
    onboardingCompletedAt: instantOf(row.onboardingCompletedAt),
    createdAt: instantOf(row.createdAt),
    accounts: row.accounts.map((account) => ({ ...account, linkedAt: instantOf(account.linkedAt) })),
  };
}

/** A pending picture is visible to its owner, and this view is only for them. */
const shownAvatar = ({ avatarUrl, pendingAvatar }: UserRow): string | null =>
  pendingAvatar ? imagePath(pendingAvatar.id, Math.max(...pendingAvatar.sizes)) : avatarUrl;
