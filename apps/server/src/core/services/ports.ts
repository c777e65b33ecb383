/** What the service needs of sessions and of sign-in providers; the libraries behind them stand in `auth/` alone. */
import type { ProviderId } from '@guildhall/contracts/user.ts';
import type { Actor } from '../actor.ts';
import type { RefusedCredentials } from '../errors.ts';

export type SignedIn = {
  actor: Actor;
  session: { id: string; label: string | null; expiresAt: Date; createdAt: Date };
  /** The life was just extended: the cookie should be set again. */
  extended: boolean;
};

/** A labelled session for a bot or tool: it ends when it was told to, however much it is used. */
export type BotToken = { label: string; scope: 'read' | 'write'; days: number };

export type Sessions = {
  /** Opens a session and answers its token, which is stored nowhere. `userAgent` tells its person what it belongs to. */
  create(userId: string, bot?: BotToken, userAgent?: string): Promise<{ id: string; token: string; expiresAt: Date }>;
  /** One indexed query; null for an unknown, expired or over-old token. */
  authenticate(token: string): Promise<SignedIn | null>;
  /** Of a token that does not sign in. */
  whyRefused(token: string): Promise<RefusedCredentials>;
  end(token: string): Promise<void>;
  /** Which of these sessions are still good. */
  alive(ids: string[]): Promise<Set<string>>;
};

export type Identity = {
  accountId: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** Only when the provider says that it is verified. */
  verifiedEmail: string | null;
};

export type ProviderTokens = { accessToken: string; expiresAt: Date | null; refreshToken: string | null };

export type OAuthProvider = {
  authorizationUrl(state: string): URL;
  /** Code for tokens, then tokens for who it is. Fails within ten seconds. */
  identify(code: string): Promise<{ identity: Identity; tokens: ProviderTokens }>;
};

/** The providers that are configured. */
export type OAuthProviders = Partial<Record<ProviderId, OAuthProvider>>;
