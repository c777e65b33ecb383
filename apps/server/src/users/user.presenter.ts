import type { UserView } from '@guildhall/contracts/user.ts';
import type { Account } from '../auth/account.entity.ts';
import type { User } from './user.entity.ts';

export function presentUser(user: User, accounts: Account[]): UserView {
  const at = (providerId: string) => accounts.find((account) => account.providerId === providerId);
  return {
    id: user.id,
    displayName: user.displayName,
    email: user.email ?? null,
    emailVerified: user.emailVerifiedAt != null,
    avatarUrl: user.avatarUrl ?? null,
    isAdmin: user.isAdmin,
    locale: user.locale,
    timeZone: user.timeZone,
    gameplatformId: at('battlenet')?.accountId ?? null,
    battletag: at('battlenet')?.displayName ?? null,
    chatplatformId: at('discord')?.accountId ?? null,
    onboardingCompletedAt: user.onboardingCompletedAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    accounts: accounts.map(({ providerId, accountId, displayName, createdAt }) => ({
      providerId,
      accountId,
      displayName: displayName ?? null,
      linkedAt: createdAt.toISOString(),
    })),
  };
}
