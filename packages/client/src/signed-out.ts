/**
 * Notices in any answer that the session or token is no longer valid. Routes that need no account answer as to an
 * anonymous caller then, so that a program would take a part for the whole.
 */

/** The token is no longer valid: it was revoked or has expired. */
export class SignedOut extends Error {
  constructor() {
    super('The token is no longer valid: it was revoked or has expired. Create another one.');
    this.name = 'SignedOut';
  }
}

export type SignOutOptions = {
  /** Called for each such answer, which is then passed on. Without it, calls with a token fail with `SignedOut`. */
  onSignedOut?: () => void;
};

type Options = SignOutOptions & { token?: string | undefined };

/** `fetch`, checking each answer. Refusals are passed on as they are. */
export function checkingSession<Given extends unknown[]>(
  { token, onSignedOut }: Options,
  fetch: (...given: Given) => Promise<Response>,
): (...given: Given) => Promise<Response> {
  return async (...given) => {
    const response = await fetch(...given);
    if (!response.headers.get('www-authenticate')?.includes('error="invalid_token"')) return response;
    if (onSignedOut) onSignedOut();
    else if (token !== undefined && response.ok) throw new SignedOut();
    return response;
  };
}
