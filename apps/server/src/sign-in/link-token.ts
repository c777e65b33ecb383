import type { AppContext } from '../core/services/context.ts';

/**
 * The token of a mailed link follows from the id of its request and from AUTH_SECRET. Every attempt to send the mail
 * therefore carries the same link, and no queue or table has to hold it.
 */
export function linkToken({ sign }: Pick<AppContext, 'sign'>, purpose: 'sign-in' | 'email-change', id: string): string {
  return Buffer.from(sign(`link:${purpose}:${id}`), 'hex').toString('base64url');
}
