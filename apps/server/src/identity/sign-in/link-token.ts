import type { AppContext } from '../../core/services/context.ts';

/**
 * Derives the token of a mailed link from the id of its request and AUTH_SECRET. Every attempt to send the mail
 * therefore carries the same link, and no queue or table has to store it.
 */
export function linkToken({ sign }: Pick<AppContext, 'sign'>, purpose: 'sign-in' | 'email-change', id: string): string {
  return Buffer.from(sign(`link:${purpose}:${id}`), 'hex').toString('base64url');
}
