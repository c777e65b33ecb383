/** The interfaces to sessions and sign-in providers; only `auth/` and `sign-in/` know the libraries behind them. */
import type { ProviderId } from '@guildhall/contracts/user.ts';
import type { Actor } from '../actor.ts';
import type { RefusedCredentials } from '../errors.ts';

export type SignedIn = {
  actor: Actor;
  session: { id: string; label: string | null; expiresAt: Date; createdAt: Date };
  /** The session was just extended, so the cookie should be set again. */
  extended: boolean;
};

/** A labelled session for a bot or tool: it expires at a fixed time, however much it is used. */
export type BotToken = { label: string; scope: 'read' | 'write'; days: number };

export type Sessions = {
  /** Opens a session and returns its token, which is stored nowhere. `userAgent` helps its person recognize it. */
  create(userId: string, bot?: BotToken, userAgent?: string): Promise<{ id: string; token: string; expiresAt: Date }>;
  /** One indexed query; null for an unknown, expired or over-age token. */
  authenticate(token: string): Promise<SignedIn | null>;
  whyRefused(token: string): Promise<RefusedCredentials>;
  end(token: string): Promise<void>;
  alive(ids: string[]): Promise<Set<string>>;
};

/**
 * The service with this token, or the member it acts for, as the header `Guildhall-Act-For` says. Null for a token that is
 * unknown, expired or suspended; throws FORBIDDEN for a member who did not agree.
 */
export type AuthenticateService = (token: string, actFor: string | undefined) => Promise<Actor | null>;

type Identity = {
  accountId: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** Null unless the provider says that it is verified. */
  verifiedEmail: string | null;
};

/** `scopes` are the permissions that the person gave, where the provider says so. */
export type ProviderTokens = {
  accessToken: string;
  expiresAt: Date | null;
  refreshToken: string | null;
  scopes?: string[];
};

/** `installedIn` is the server to which consent added the bot, as the provider says when it gives the tokens. */
export type Identified = { identity: Identity; tokens: ProviderTokens; installedIn?: string | null };

/** `serverId` is the one that is offered first. */
type Installation = { permissions: bigint; serverId: string | null };

export type OAuthProvider = {
  /** With `asksAgain`, the provider shows its page of consent although it has been answered before. */
  authorizationUrl(state: string, options?: { asksAgain: boolean }): URL;
  /** Exchanges the code for tokens, and the tokens for an identity. Fails within ten seconds. */
  identify(code: string): Promise<Identified>;
  /** The page of a chat platform where a member adds the bot to a server that they manage. */
  installationUrl?(state: string, wanted: Installation): URL;
};

export type OAuthProviders = Partial<Record<ProviderId, OAuthProvider>>;
