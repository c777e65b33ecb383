/** An organization's endpoints: who manages them, and what an endpoint is worth. */

import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { type WebhookInput, WebhookKind, WebhookPermission, WebhookState } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../core/actor.ts';
import type { Config } from '../core/config.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, type RowOf, text, texts } from '../core/db/statement.ts';
import { badRequest, notFound } from '../core/errors.ts';
import { FOUNDER, lockedAccessTo } from '../membership/rights/organization.access.ts';
import { hostOf, isPublicAddress } from './fetch-outside.ts';

/** Permissions that the person who set the address of endpoint `e` holds now. */
const HELD = `array(select distinct unnest(h.permissions) from held_role h
  where h.organization_id = e.organization_id and h.user_id = e.adopted_by_id)`;

/** Whether that person may still manage the organization. */
export const OWNER_MAY_MANAGE = `exists (select from held_role h where h.organization_id = e.organization_id
  and h.user_id = e.adopted_by_id and 'canManageGuild' = any(h.permissions))`;

export type EndpointRow = RowOf<typeof ENDPOINT>;

const ENDPOINT = query({
  id: 'uuid',
  organizationId: 'uuid',
  founderId: 'uuid?',
  name: 'text',
  host: 'text',
  kind: text(WebhookKind.options),
  state: text(WebhookState.options),
  carried: 'bool',
  addressSealed: 'text',
  secretSealed: 'text?',
  oldSecretSealed: 'text?',
  /** The language of the organization. */
  locale: 'text?',
  permissions: texts(WebhookPermission.options),
})`
  select e.id, e.organization_id as "organizationId", ${FOUNDER} as "founderId", e.name, e.host, e.kind, e.state, ${OWNER_MAY_MANAGE} as carried,
    e.address_sealed as "addressSealed", e.secret_sealed as "secretSealed",
    case when e.old_secret_until > now() then e.old_secret_sealed end as "oldSecretSealed",
    o.settings ->> 'locale' as locale,
    array(select unnest(e.permissions) intersect select unnest(${HELD})) as permissions
  from webhook_endpoint e join organization o on o.id = e.organization_id where e.id = $1`;

export const findEndpoint = (sql: Sql, id: string) => sql.maybe(ENDPOINT, [id]);

/** An endpoint of an organization that the caller manages, both locked. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function managedEndpoint(sql: Sql, actor: Actor, { id, webhookId }: WebhookInput) {
  const access = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
  const endpoint = await findEndpoint(sql, webhookId);
  if (endpoint?.organizationId !== access.organizationId) throw noSuchWebhook();
  return { access, endpoint };
}

export const noSuchWebhook = () => notFound('webhook_not_found', 'There is no such webhook in this organization.');

// Secrets of endpoints, and signatures after Standard Webhooks (https://www.standardwebhooks.com).

const PREFIX = 'whsec_';

export const newWebhookSecret = () => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** Binds a sealed text to its row and column. */
export const sealContext = (endpointId: string, field: 'address' | 'secret') => `${endpointId}|webhook|${field}`;

/** The headers that identify and sign one attempt. */
export function signedHeaders(id: string, body: string, secrets: string[], at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** The hosts under which Discord and its test versions show the same webhooks. */
const DISCORD_HOST = /^(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/;

/** With the suffixes for messages in the forms of other services, which name the same webhook. */
const OF_DISCORD =
  /^(?<path>(?:\/[\w.-]{1,40})?\/api(?:\/v\d{1,3})?\/webhooks\/\d{1,20}\/[\w-]{1,100})(?:\/slack|\/github)?\/{0,3}$/;
const THREAD = /^\d{1,20}$/;

/** Reads an address that an officer entered. Throws BAD_REQUEST for one that is never called. */
export function webhookAddress(config: Config, kind: WebhookKind, text: string): URL {
  const url = URL.parse(text.trim().replace(/^<(.*)>$/, '$1'));
  if (!url) throw refused('This is not an address. Use one like https://planner.example/hooks.');
  if (url.username || url.password) {
    throw refused('An address with a name and a password is not called. Put what you need into its path.');
  }
  url.hash = '';
  if (kind === 'discord') {
    const path = OF_DISCORD.exec(url.pathname)?.groups?.path;
    if (!isOfDiscord(config, url) || path === undefined) {
      throw refused('Copy the address from the settings of the channel in Discord: Integrations, Webhooks.');
    }
    const thread = url.searchParams.get('thread_id') || null;
    if (thread !== null && !THREAD.test(thread)) {
      throw refused(
        'The thread_id of this address is not the number of a thread. Copy the id of the thread in Discord.',
      );
    }
    const called = new URL(path, discordOrigin(config));
    if (thread !== null) called.searchParams.set('thread_id', thread);
    return called;
  }
  if (isTrustedAddress(config, kind, url)) return url;
  if (isOfDiscord(config, url)) {
    throw refused('This is an address of Discord. Choose the kind `discord` for the webhook of a channel.');
  }
  const { allow: _, ports } = config.webhooks;
  if (url.protocol !== 'https:') throw refused('Only https addresses are called.');
  if (!ports.includes(Number(url.port || 443))) {
    throw refused(`Only these ports are called: ${ports.join(', ')}.`);
  }
  const host = hostOf(url);
  if (host === new URL(config.baseUrl).hostname) throw refused('This is the address of the service itself.');
  if (isIP(host) && !isPublicAddress(host)) throw refused('This address is not on the public internet.');
  return url;
}

const discordOrigin = ({ discord }: Config) => new URL(discord.apiUrl).origin;

const isOfDiscord = (config: Config, { origin, hostname }: URL): boolean =>
  origin === discordOrigin(config) || DISCORD_HOST.test(hostname);

/** Whether the operator named this address, so that it may lead into the own network. */
export const isTrustedAddress = (config: Config, kind: WebhookKind, url: URL): boolean =>
  kind === 'discord' ? url.origin === discordOrigin(config) : config.webhooks.allow.includes(url.origin);

const refused = (message: string) => badRequest('webhook_address_refused', message);
