import { withoutError } from '../../routes/require-session.ts';

/** This page, without the reason why an earlier attempt failed. */
export const wayBack = (): string => withoutError(window.location.href).path;

/** Leads to the game platform, connects the account, fetches its characters and comes back to this page. */
export const linkGameHref = (back = wayBack()): string =>
  `/api/v1/auth/signin/battlenet?${new URLSearchParams({ callbackURL: back })}`;
