import { randomBytes } from 'node:crypto';

type Consent = {
  account: string;
  clientId: string;
  redirectUri: string;
  scope: readonly string[];
  nonce: string | null;
  /** The chat server to which the bot was added. */
  server: string | null;
};

export type AuthorizationCodes = {
  issue(consent: Consent): string;
  /** Returns the consent behind a code, once. A wrongly presented code is used up too. */
  redeem(code: string, clientId: string, redirectUri: string): Consent | undefined;
};

const lifetime = 60_000;

/** Codes that work once, within 60 seconds, for the client and redirect address they were issued for. */
export function createAuthorizationCodes(now: () => number = Date.now): AuthorizationCodes {
  const open = new Map<string, { consent: Consent; expires: number }>();

  return {
    issue: (consent) => {
      for (const [code, { expires }] of open) {
        if (expires <= now()) open.delete(code);
      }
      const code = randomBytes(16).toString('base64url');
      open.set(code, { consent, expires: now() + lifetime });
      return code;
    },
    redeem: (code, clientId, redirectUri) => {
      const entry = open.get(code);
      open.delete(code);
      if (!entry || entry.expires <= now()) return undefined;
      const { consent } = entry;
      return consent.clientId === clientId && consent.redirectUri === redirectUri ? consent : undefined;
    },
  };
}
