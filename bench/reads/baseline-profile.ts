/** `GET /auth/me` of the baseline. */
import { USER } from '../../apps/server/src/people/user.queries.ts';
import type { Query, SignedInUser } from './baseline-session.ts';

/** Timestamps inside JSON arrive as text. */
type Account = { providerId: string; accountId: string; displayName: string | null; linkedAt: string };

type UserRow = {
  id: string;
  displayName: string;
  email: string | null;
  emailVerifiedAt: Date | null;
  avatarUrl: string | null;
  isAdmin: boolean;
  locale: string;
  timeZone: string;
  bio: string | null;
  sharesWithGuilds: boolean;
  onboardingCompletedAt: Date | null;
  createdAt: Date;
  accounts: Account[];
};

export async function readProfile(query: Query, { id }: SignedInUser): Promise<[number, unknown]> {
  const [user] = await query<UserRow>('user', USER.text, [id]);
  if (!user) return [401, { code: 'UNAUTHORIZED' }];
  const battlenet = user.accounts.find(({ providerId }) => providerId === 'battlenet');
  const discord = user.accounts.find(({ providerId }) => providerId === 'discord');
  return [
    200,
    {
      id: user.id,
      displayName: user.displayName,
      email: user.email,
      emailVerified: user.emailVerifiedAt !== null,
      // The seeded people have no pictures.
      avatarUrl: user.avatarUrl,
      isAdmin: user.isAdmin,
      locale: user.locale,
      timeZone: user.timeZone,
      bio: user.bio,
      gameplatformId: battlenet?.accountId ?? null,
      battletag: battlenet?.displayName ?? null,
      chatplatformId: discord?.accountId ?? null,
      sharesWithGuilds: user.sharesWithGuilds,
      onboardingCompletedAt: user.onboardingCompletedAt,
      createdAt: user.createdAt,
      accounts: user.accounts.map(({ providerId, accountId, displayName, linkedAt }) => {
        return { providerId, accountId, displayName, linkedAt: new Date(linkedAt) };
      }),
    },
  ];
}
