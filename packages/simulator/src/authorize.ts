import { type Answer, htmlAnswer, redirectAnswer } from './answer.ts';
import type { AuthorizationCodes } from './authorization-codes.ts';
import { escapeHtml, page } from './page.ts';
import type { SimulatorRequest } from './request.ts';

type Person = { key: string; name: string; label: string; description: string };

/** A page with a further choice, or the choice itself, which becomes part of the code and of the redirect. */
type Choice = { page: Answer } | { server: string; fields: Record<string, string> };

type AuthorizeOptions = {
  platform: string;
  accent: string;
  people: readonly Person[];
  codes: AuthorizationCodes;
  choose?: (account: string) => Choice;
};

/** True for an http(s) address of this machine, without credentials or fragment. */
function isLoopback(address: string): boolean {
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  if (url.username !== '' || url.password !== '' || address.includes('#')) return false;
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/**
 * The consent page of both platforms. Without `account` it lists the demo accounts; with `account=<key>` it redirects
 * at once, as after a real user's consent. It never redirects to another machine.
 */
export function authorize(request: SimulatorRequest, options: AuthorizeOptions): Answer {
  const { query } = request;
  const clientId = query.get('client_id') ?? '';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (clientId === '') return refusal(options, 'client_id is missing.');
  if (!isLoopback(redirectUri)) return refusal(options, 'redirect_uri has to be an http(s) address of this machine.');

  const back = (fields: Record<string, string>) => {
    const target = new URL(redirectUri);
    for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
    const state = query.get('state');
    if (state !== null) target.searchParams.set('state', state);
    return redirectAnswer(target.href);
  };
  if (query.get('response_type') !== 'code') return back({ error: 'unsupported_response_type' });
  if (query.has('cancel')) {
    return back({ error: 'access_denied', error_description: 'The user denied access' });
  }

  const key = query.get('account');
  if (key === null) return htmlAnswer(200, chooser(request, options, clientId));
  const person = options.people.find((entry) => entry.key === key);
  if (!person) return refusal(options, `There is no demo account ${key}.`);
  const choice = options.choose?.(person.key);
  if (choice && 'page' in choice) return choice.page;
  const scope = (query.get('scope') ?? '').split(/[\s+]+/).filter((entry) => entry !== '');
  const consent = { account: person.key, clientId, redirectUri, scope, nonce: query.get('nonce') };
  return back({ code: options.codes.issue({ ...consent, server: choice?.server ?? null }), ...choice?.fields });
}

function refusal(options: AuthorizeOptions, reason: string): Answer {
  const title = `${options.platform} (simulated)`;
  return htmlAnswer(
    400,
    page({
      title,
      lead: 'This request cannot be answered.',
      accent: options.accent,
      body: `<p>${escapeHtml(reason)}</p>`,
    }),
  );
}

function chooser(request: SimulatorRequest, options: AuthorizeOptions, clientId: string): string {
  const link = (name: string, value: string) => {
    const query = new URLSearchParams(request.query);
    query.delete('account');
    query.delete('cancel');
    query.set(name, value);
    return escapeHtml(`${request.path}?${query}`);
  };
  const cards = options.people.map(
    (person) =>
      `<li><a class="card" href="${link('account', person.key)}"><strong>${escapeHtml(person.name)}</strong> · ` +
      `${escapeHtml(person.label)}<small>${escapeHtml(person.description)}</small></a></li>`,
  );
  const scope = request.query.get('scope') ?? '';
  return page({
    title: `${options.platform} (simulated)`,
    lead: `${clientId} wants to know who you are. No real person: choose whom to be.`,
    accent: options.accent,
    body:
      `<ul>${cards.join('')}</ul><a class="cancel" href="${link('cancel', '1')}">Cancel</a>` +
      `<p><small>Asked for: ${escapeHtml(scope === '' ? 'nothing in particular' : scope)}</small></p>`,
  });
}
