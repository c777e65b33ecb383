/**
 * The pages behind mailed links, in installations without the web client. The token comes after the `#` and only a
 * person's click uses it, so scanners that open links, or even run scripts, do not burn it.
 */
import { createHash } from 'node:crypto';
import { readMailedLink } from '@guildhall/contracts/mailed-link.ts';
import { Router } from 'express';

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:26rem;margin:20vh auto 0;padding:0 1.5rem;text-align:center;color:#1d2430;background:#faf8f4}
button{font:inherit;padding:.7rem 1.6rem;border:0;border-radius:6px;background:#7a3e12;color:#fff;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#16191f;color:#e6e3dc}}`;

/** `ready` runs when the page was opened with a token, and shows the button; `onClick` uses the token. */
const script = (ready: string, onClick: string) => `${readMailedLink}
const given = readMailedLink(location.hash);
history.replaceState(null, '', location.pathname);
const [say, button] = [document.querySelector('p'), document.querySelector('button')];
const { token } = given;
const post = (path, body) => fetch(path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
});
const lost = () => { say.textContent = 'The service did not answer. Open the link in the email again.'; };
const ready = async () => {
${ready}
};
if (token) ready().catch(lost);
else if (given.damaged) say.textContent = 'This link is damaged: a part of it is missing. Copy the whole link from the email, or ask for a new one.';
else say.textContent = 'Open this page from an email.';
button.addEventListener('click', async () => {
  button.hidden = true;
${onClick}
});`;

const SIGN_IN = script(
  `  const answer = await post('/api/v1/auth/magic-link/preview', { token });
  const link = await answer.json();
  if (!answer.ok) {
    say.textContent = link.message;
    return;
  }
  const account = (link.displayName === null ? 'a new account' : link.displayName) + ' (' + link.email + ')';
  const other = link.signedInAs;
  say.textContent = other
    ? 'You are signed in as ' + other.displayName + (other.email === null ? '' : ' (' + other.email + ')') +
      '. Sign out there and sign in as ' + account + ' instead?'
    : 'Sign in as ' + account + '?';
  if (other) button.textContent = 'Switch account';
  button.hidden = false;`,
  `  const callbackURL = given.callbackUrl || '/';
  const answer = await post('/api/v1/auth/magic-link/redeem', { token, callbackURL }).catch(lost);
  if (!answer) return;
  const link = await answer.json();
  if (answer.ok) location.replace(link.callbackURL);
  else say.textContent = link.message;`,
);

const CONFIRM = script(
  '  button.hidden = false;',
  `  const answer = await post('/api/v1/auth/me/email/verify', { token }).catch(lost);
  if (answer) say.textContent = answer.ok ? 'Done: this is your address now.' : (await answer.json()).message;`,
);

type Page = { path: string; text: string; button: string; script: string };

const PAGES: Page[] = [
  { path: '/login/verify', text: 'Looking at the link …', button: 'Sign in', script: SIGN_IN },
  { path: '/account/verify-email', text: 'Is this your new address?', button: 'Yes, confirm it', script: CONFIRM },
];

const html = ({ text, button, script: code }: Page) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>Guildhall</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><h1>Guildhall</h1><p>${text}</p><button hidden>${button}</button><noscript>Please allow scripts for this page.</noscript>
<script>${code}</script></body></html>`;

function policy({ script: code }: Page): string {
  const hash = createHash('sha256').update(code).digest('base64');
  return `default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'`;
}

export function loginPages(): Router {
  const router = Router({ caseSensitive: true });
  for (const page of PAGES) {
    router.get(page.path, (_req, res) => {
      res.setHeader('Content-Security-Policy', policy(page));
      res.setHeader('Cache-Control', 'no-store');
      res.type('html').send(html(page));
    });
  }
  return router;
}
