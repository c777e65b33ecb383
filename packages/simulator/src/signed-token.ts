import { createHmac, timingSafeEqual } from 'node:crypto';

export type TokenClaims = {
  platform: 'battlenet' | 'discord' | 'warcraftlogs';
  /** `app` is a client credentials token. */
  use: 'app' | 'user' | 'refresh';
  clientId: string;
  /** Key of the demo account; null for an app token. */
  account: string | null;
  scope: readonly string[];
  /** The authorization behind the token: revoking it ends all of its tokens. */
  grant: string;
  /** Epoch milliseconds. */
  expires: number;
};

export type Tokens = {
  issue(claims: TokenClaims): string;
  /** The claims of a token that is genuine, not expired and not revoked. */
  read(token: string | undefined): TokenClaims | undefined;
  /** Expires the access tokens issued to users so far, of one account or of all. */
  expire(account?: string): void;
  revokeGrant(grant: string): void;
  /** True the first time: a refresh token works once. */
  spend(token: string): boolean;
};

/** Not a secret: it only tells the simulator's tokens from noise, and lets them outlive a restart. */
const key = 'guildhall-simulator';

function signatureOf(payload: string): string {
  return createHmac('sha256', key).update(payload).digest('base64url');
}

/**
 * Tokens that carry their claims. A service that stored one can keep using it after the simulator restarts with the
 * same accounts, as with the real platform; expirations and revocations are forgotten at a restart.
 */
export function createTokens(): Tokens {
  let lastSerial = 0;
  let cutoffForAll = 0;
  const cutoffs = new Map<string, number>();
  const revokedGrants = new Set<string>();
  const spent = new Set<string>();

  function decode(token: string): (TokenClaims & { serial: number }) | undefined {
    const [payload, signature, ...rest] = token.split('.');
    if (!payload || !signature || rest.length > 0) return undefined;
    const expected = Buffer.from(signatureOf(payload));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
    // Only the simulator signs tokens, so a signed payload has this shape.
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as TokenClaims & { serial: number };
  }

  return {
    issue: (claims) => {
      lastSerial = Math.max(Date.now(), lastSerial + 1);
      const payload = Buffer.from(JSON.stringify({ ...claims, serial: lastSerial })).toString('base64url');
      return `${payload}.${signatureOf(payload)}`;
    },
    read: (token) => {
      const claims = token === undefined ? undefined : decode(token);
      if (!claims || claims.expires <= Date.now() || revokedGrants.has(claims.grant)) return undefined;
      const cutoff = Math.max(cutoffForAll, (claims.account !== null && cutoffs.get(claims.account)) || 0);
      return claims.use === 'user' && claims.serial <= cutoff ? undefined : claims;
    },
    expire: (account) => {
      lastSerial = Math.max(Date.now(), lastSerial);
      if (account === undefined) cutoffForAll = lastSerial;
      else cutoffs.set(account, lastSerial);
    },
    revokeGrant: (grant) => {
      revokedGrants.add(grant);
    },
    spend: (token) => {
      if (spent.has(token)) return false;
      spent.add(token);
      return true;
    },
  };
}
