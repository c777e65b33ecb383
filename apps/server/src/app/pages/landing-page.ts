/** `/`: says what runs here and where to go. A plain page for installations without the web client. */
import { Router } from 'express';
import type { AppContext } from '../../core/services/context.ts';
import { parseCallbackUrl } from '../../identity/sign-in/callback-url.ts';

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1.5rem;color:#1d2430;background:#faf8f4}
h1{font-size:1.8rem;margin-bottom:.2rem}p.lead{margin-top:0;color:#5b6474}a{color:#7a3e12}li{margin:.3rem 0}
code{background:#efe9df;padding:.1rem .35rem;border-radius:4px}.error{background:#fbe9e7;border-left:4px solid #b3401f;padding:.6rem 1rem}
@media (prefers-color-scheme:dark){body{background:#16191f;color:#e6e3dc}a{color:#e2a76f}code{background:#262b33}p.lead{color:#9aa3b2}.error{background:#3a1f1a}}`;

const ERRORS = new Map<unknown, string>([
  ['state_mismatch', 'That sign-in expired or was started in another browser. Start again.'],
  ['invalid_token', 'That sign-in link was used, has expired or was replaced by a newer one.'],
  ['access_denied', 'The sign-in was cancelled.'],
  ['provider_unavailable', 'The sign-in provider did not answer. Please try again in a moment.'],
  [
    'account_already_linked',
    'That account belongs to another account here, so it was not linked. If that other account is empty, sign in again and link again within ten minutes: then the two can be merged.',
  ],
  ['provider_already_linked', 'Another account of that provider is already linked to you. Unlink it first.'],
  ['session_not_fresh', 'Nothing was linked: your sign-in is older than a day. Sign in again, then link the account.'],
]);

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** The web client signs people in at /login, so links work with either. */
export const landingPage = (ctx: AppContext): Router =>
  Router().get(['/', '/login'], ({ query }, res) => {
    const html = page(ctx, ERRORS.get(query.error), returnTo(ctx, query.redirect));
    res.setHeader('Content-Security-Policy', POLICY).type('html').send(html);
  });

/** Where to go after signing in, URL-encoded; the start page for anything but a path of ours. */
function returnTo({ config }: AppContext, value: unknown): string {
  try {
    return encodeURIComponent(parseCallbackUrl(value, config.baseUrl)).replaceAll("'", '%27');
  } catch {
    return encodeURIComponent('/');
  }
}

function page({ config, oauth }: AppContext, error: string | undefined, back: string): string {
  const link = (provider: string, name: string) =>
    `<li><a href="/api/v1/auth/signin/${provider}?callbackURL=${back}">Sign in with ${name}</a></li>`;
  const providers = [
    oauth.battlenet ? link('battlenet', 'Battle.net') : '',
    oauth.discord ? link('discord', 'Discord') : '',
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Guildhall</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<h1>Guildhall</h1><p class="lead">One trustworthy service for World of Warcraft guilds: rosters, ranks and characters, synced from the game.</p>
${error ? `<p class="error">${error}</p>` : ''}
<h2>Sign in</h2><ul>${providers.join('') || '<li>No sign-in provider is configured.</li>'}</ul>
${config.simulator ? '<p>The platforms are simulated here: choose one of the demo accounts on the next page.</p>' : ''}
<h2>Look around</h2><ul>
<li><a href="/api/v1/auth/get-session">Who am I?</a> · <a href="/api/v1/characters">my characters</a> · <a href="/api/v1/organizations/mine">my guilds</a></li>
<li><a href="/docs">API reference</a> · <a href="/api/v1/openapi.json">OpenAPI document</a></li>
<li><a href="/api/v1/health">Health</a></li></ul>
<p>Programs send the session token as <code>Authorization: Bearer …</code>; <code>docs/http.md</code> has a walk through everything.</p></body></html>`;
}
