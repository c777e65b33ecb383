/** Mailed links that a mail program has rewritten, so that what belongs behind the `#` arrives here: led to where they belong. */
import { readMailedLink } from '@guildhall/contracts/mailed-link.ts';
import type { RequestHandler } from 'express';

const PAGE = /^\/+(login\/verify|account\/verify-email)([^/].*|\/.+)$/i;
/** The query of a program that counts clicks, and nothing of the link within. */
const FOREIGN = /^\?(?!(?:amp;)?(?:token|callbackurl|%23))(?!.*%(?:25)*23(?:token|callbackurl))/i;
/** The last part of a page's path, and signs of the sentence that its link stood in, as `/invite/abc).`. */
const SENTENCE = /^(\/(?:invite|events|posts|g|c)\/[\w-]+)(?:[>)\]},.;"'*]|%3e|%22|%29|%5d|%7d|%2c)+$/i;

/** Uses nothing up: the page asks for a click, as ever. Answers scanners, which ask with HEAD, alike. */
export const repairMailedLinks: RequestHandler = (req, res, next) => {
  if (!['GET', 'HEAD'].includes(req.method)) return next();
  const to = repaired(req.url);
  if (to === null) return next();
  res.setHeader('Cache-Control', 'no-store');
  // Without the body that Express would write, which names the token.
  res.status(302).location(to).end();
};

function repaired(url: string): string | null {
  const [, page = '', behind = ''] = PAGE.exec(url) ?? [];
  if (page === '') return SENTENCE.exec(url)?.[1] ?? null;
  const { token, callbackUrl } = readMailedLink(behind);
  const path = `/${page.toLowerCase()}`;
  // The browser keeps what stands behind the `#`, which may be whole.
  if (!token && FOREIGN.test(behind)) return null;
  if (token) return `${path}#${new URLSearchParams({ token, ...(callbackUrl ? { callbackURL: callbackUrl } : {}) })}`;
  if (/token|%23/i.test(behind)) return `${path}#damaged`;
  return behind.startsWith('?') ? null : path;
}
