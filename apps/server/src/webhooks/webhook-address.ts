import { isIP } from 'node:net';
import type { WebhookKind } from '@guildhall/contracts/webhook.ts';
import type { Config } from '../core/config.ts';
import { badRequest } from '../core/errors.ts';
import { hostOf, isPublicAddress } from './fetch-outside.ts';

const OF_DISCORD = /\/api(?:\/v\d+)?\/webhooks\/\d{1,20}\/[\w-]{1,100}$/;

/** Reads an address that somebody entered. Throws BAD_REQUEST for one that is never called. */
export function webhookAddress(config: Config, kind: WebhookKind, text: string): URL {
  const url = URL.parse(text);
  if (!url) throw refused('This is not an address. Use one like https://planner.example/hooks.');
  if (url.username || url.password) {
    throw refused('An address with a name and a password is not called. Put what you need into its path.');
  }
  url.hash = '';
  if (kind === 'discord') {
    if (url.origin !== discordOrigin(config) || !OF_DISCORD.test(url.pathname)) {
      throw refused('Copy the address from the settings of the channel in Discord: Integrations, Webhooks.');
    }
    url.search = '';
    return url;
  }
  if (isTrusted(config, kind, url)) return url;
  if (url.origin === discordOrigin(config)) {
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

/** Whether the operator named this address, so that it may lead into the own network. */
export const isTrusted = (config: Config, kind: WebhookKind, url: URL): boolean =>
  kind === 'discord' ? url.origin === discordOrigin(config) : config.webhooks.allow.includes(url.origin);

const refused = (message: string) => badRequest('webhook_address_refused', message);
