/** The chat server of a guild. */
import { setTimeout } from 'node:timers/promises';
import { createDiscordBot } from '@guildhall/discord/bot.ts';
import type { Pace } from '@guildhall/discord/limits.ts';
import type { SignedInClient, TestApp } from './app.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { TestGuild } from './guild.ts';

export const LANTERN = '420000000000000001';
export const CREPUSCULE = '420000000000000002';
export const CHANNELS = {
  welcome: '430000000000000001',
  rules: '430000000000000002',
  officers: '430000000000000003',
  accueil: '430000000000000004',
} as const;

export const BOT_TOKEN = 'bot-token-that-must-not-leak';

/** A bot as after a restart, which remembers no refusals. Its timeout suits a test on a busy machine. */
export function freshBot(app: TestApp, options = { timeoutMs: 60_000 }): void {
  app.ctx.discordBot = createDiscordBot({ token: BOT_TOKEN, apiUrl: app.config.discord.apiUrl, pace, ...options });
}

let nextAt = 0;
/** Discord takes fifty requests a second of a bot, and a fast machine sends more. */
const pace: Pace = {
  async take() {
    const at = Math.max(Date.now(), nextAt);
    nextAt = at + 25;
    await setTimeout(at - Date.now());
  },
  async penalize() {},
};

export async function linkDiscord(app: TestApp, client: SignedInClient, account: string): Promise<void> {
  await openBrowser(app, { session: client.token }).signIn('discord', account);
}

export async function nameChat(app: TestApp, guild: TestGuild, chat: Record<string, unknown> | null): Promise<void> {
  await app.ctx.sql('update organization set settings = $2 where id = $1', [guild.id, JSON.stringify({ chat })]);
}

type Choice = { account: string; server: string };

/** Presses "Add to Discord" and chooses a server there; returns the way back with which Discord sends the browser on. */
export async function chooseServer(
  { config }: TestApp,
  browser: Browser,
  guildId: string,
  { account, server }: Choice,
): Promise<string> {
  const headers = { origin: config.baseUrl };
  const answer = await browser.open(`/api/v1/organizations/${guildId}/discord/install`, { method: 'POST', headers });
  const { url, ...refusal } = (await answer.json()) as { url?: string };
  if (!url) throw new Error(`${answer.status} ${JSON.stringify(refusal)}`);
  const consent = await fetch(`${url}&account=${account}&server=${server}`, { redirect: 'manual' });
  const back = new URL(consent.headers.get('location') ?? 'http://no.redirect');
  return `${back.pathname}${back.search}`;
}

/** The whole way: returns the page on which it ends. */
export async function addToDiscord(app: TestApp, session: string, guildId: string, choice: Choice): Promise<string> {
  const browser = openBrowser(app, { session });
  const answer = await browser.open(await chooseServer(app, browser, guildId, choice));
  return answer.headers.get('location') ?? `${answer.status}`;
}

/** The codes of the invites usable on the platform. */
export function platformInvites(app: TestApp, server = 'lantern'): string[] {
  const { chat } = app.simulator.world;
  return [...chat.server(server).invites.keys()].filter((code) => chat.findInvite(code));
}
