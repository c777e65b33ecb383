import type { UserView } from '@guildhall/contracts/user.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, json, type RowOf } from '../core/db/statement.ts';
import { imagePath, type PictureUrl } from '../core/services/picture-url.ts';

type AccountRow = UserView['accounts'][number];
export const UserRow = columns({
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
  pendingAvatar: json<{ id: string; sizes: number[] }>().orNull,
});
export type UserRow = RowOf<typeof UserRow>;

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
