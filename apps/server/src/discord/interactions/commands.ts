/** The commands of the application, in every language, and how Discord learns of them. */
import { EventRole } from '@guildhall/contracts/event.ts';
import { MAX_RESERVES } from '@guildhall/contracts/reserve.ts';
import { MAX_WISHES, WishTrack } from '@guildhall/contracts/wish.ts';
import {
  type Command,
  type CommandOption,
  createDiscordApplication,
  type RegisteredCommand,
  type TextOption,
} from '@guildhall/discord/application.ts';
import { DiscordError, type DiscordErrorKind } from '@guildhall/discord/errors.ts';
import { type Config, ConfigError } from '../../core/config.ts';
import { OperatorError } from '../../core/operator-error.ts';
import { LANGUAGES, type Language } from '../../core/services/spoken-languages.ts';
import type { DiscordWords } from '../words/discord.words.ts';
import { discordWords } from '../words/discord.words.ts';

/** Discord's names of our languages. */
const LOCALES: Record<Language, string[]> = {
  en: ['en-GB', 'en-US'],
  de: ['de'],
  es: ['es-ES', 'es-419'],
  fr: ['fr'],
  pt: ['pt-BR'],
  ru: ['ru'],
};

/** In a server, and in direct messages with the bot. */
const CONTEXTS = [0, 1];

type OptionName = Exclude<keyof DiscordWords['options'], 'awayFrom'>;

const completed = { autocomplete: true };
const required = { required: true };

const commands: Command[] = [
  command('events', option('guild', completed)),
  command('event', option('name', completed), option('guild', completed)),
  command(
    'signup',
    option('name', { ...required, ...completed }),
    option('role', { choices: EventRole.options.map((role) => choice(role, ({ roles }) => roles[role])) }),
    option('character', completed),
    option('guild', completed),
  ),
  command(
    'roster',
    option('search', { max_length: 40 }),
    option('rank', { max_length: 1 }),
    option('guild', completed),
  ),
  command('whocan', option('recipe', { ...required, ...completed }), option('guild', completed)),
  command(
    'absence',
    option('from', { ...required, max_length: 10 }),
    option('to', { max_length: 10 }),
    option('note', { max_length: 200 }),
    { ...option('guild', completed), ...described((words) => words.options.awayFrom) },
  ),
  command('me', option('guild', completed)),
  command('attendance', option('member', completed), option('guild', completed)),
  command('points', option('guild', completed)),
  command('sim', option('link', { ...required, max_length: 300 }), option('guild', completed)),
  command(
    'wish',
    option('item', completed),
    option('difficulty', { choices: WishTrack.options.map((track) => choice(track, ({ tracks }) => tracks[track])) }),
    number('place', MAX_WISHES),
    option('guild', completed),
  ),
  command(
    'reserve',
    option('item', completed),
    option('name', completed),
    number('count', MAX_RESERVES),
    option('guild', completed),
  ),
];

function command(name: keyof DiscordWords['commands'], ...options: CommandOption[]): Command {
  return { type: 1, name, ...described((words) => words.commands[name]), contexts: CONTEXTS, options };
}

function option(name: OptionName, more: Partial<TextOption>): CommandOption {
  return { type: 3, name, ...described((words) => words.options[name]), ...more };
}

function number(name: OptionName, max: number): CommandOption {
  return { type: 4, name, ...described((words) => words.options[name]), min_value: 1, max_value: max };
}

function choice(value: string, textOf: (words: DiscordWords) => string) {
  return { name: textOf(discordWords('en')), name_localizations: inAll(textOf), value };
}

function described(textOf: (words: DiscordWords) => string) {
  return { description: textOf(discordWords('en')), description_localizations: inAll(textOf) };
}

function inAll(textOf: (words: DiscordWords) => string): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => LOCALES[language].map((locale) => [locale, textOf(discordWords(language))])),
  );
}

type Registration = { /** Names of commands, and `endpoint`. */ differs: string[]; endpoint: string };

/**
 * Tells Discord our commands, and the address for interactions, which it asks at once. With `checkOnly` it changes
 * nothing. Running it again changes nothing either. Throws ConfigError, and OperatorError where Discord refuses.
 */
export async function registerCommands(
  { discord, baseUrl }: Pick<Config, 'discord' | 'baseUrl'>,
  { checkOnly }: { checkOnly: boolean },
): Promise<Registration> {
  const { botToken, app, apiUrl, publicKeys } = discord;
  if (!botToken || !app || publicKeys.length === 0) {
    throw new ConfigError('DISCORD_CLIENT_ID, DISCORD_BOT_TOKEN and DISCORD_PUBLIC_KEY: must be set');
  }
  const application = createDiscordApplication({ token: botToken, apiUrl, homepage: baseUrl });
  const endpoint = `${baseUrl}/discord/interactions`;
  const ask = <T>(answer: Promise<T>): Promise<T> => answer.catch((error) => refuse(error, apiUrl));
  const { id, interactions_endpoint_url: current } = await ask(application.read());
  if (id !== app.clientId) {
    throw new OperatorError(
      `DISCORD_CLIENT_ID is ${app.clientId}, but DISCORD_BOT_TOKEN belongs to the application ${id}: copy both from the same application.`,
    );
  }
  const registered = await ask(application.commands(app.clientId));
  const known = new Map(registered.map((command) => [command.name, command]));
  const wrong = commands.filter((command) => !says(known.get(command.name), command)).map(({ name }) => name);
  const superfluous = [...known.keys()].filter((name) => !commands.some((command) => command.name === name));
  const differs = [...wrong, ...superfluous, ...(current === endpoint ? [] : ['endpoint'])];
  if (!checkOnly && wrong.length + superfluous.length > 0) {
    await ask(application.replaceCommands(app.clientId, commands));
  }
  if (!checkOnly && current !== endpoint) {
    await application.receiveAt(endpoint).catch((error) => {
      if (!(error instanceof DiscordError) || error.kind !== 'refused') refuse(error, apiUrl);
      throw new OperatorError(
        `Discord called ${endpoint} and got no correct answer: BASE_URL has to be the public address of a running web process, and DISCORD_PUBLIC_KEY that of the same application.`,
        { cause: error },
      );
    });
  }
  return { differs, endpoint };
}

/** Names the variable to correct. */
function refuse(error: unknown, apiUrl: string): never {
  if (!(error instanceof DiscordError)) throw error;
  const problems: Record<DiscordErrorKind, string> = {
    unauthorized: 'Discord refuses DISCORD_BOT_TOKEN: copy it again from the Bot page of the developer portal.',
    unavailable: `${apiUrl} does not answer: check DISCORD_API_URL and the way out of this machine, or try again later.`,
    malformed: `${apiUrl} does not answer as Discord does: correct DISCORD_API_URL, or leave it unset.`,
    rate_limited: `Discord asks for a pause of ${Math.ceil((error.retryAfterMs ?? 1_000) / 1_000)} seconds: try again then.`,
    refused: `Discord refuses ${error.message}: check DISCORD_CLIENT_ID and DISCORD_API_URL.`,
  };
  throw new OperatorError(problems[error.kind], { cause: error });
}

/** Whether Discord's list says the same; it adds fields, and leaves out those that have their default. */
function says(registered: RegisteredCommand | undefined, wanted: object): boolean {
  return registered !== undefined && covers(registered, wanted);
}

function covers(actual: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    const list = Array.isArray(actual) ? actual : [];
    return list.length === wanted.length && wanted.every((part, index) => covers(list[index], part));
  }
  if (typeof wanted !== 'object' || wanted === null) return actual === wanted;
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(wanted).every(([key, value]) => {
    const found: unknown = Object.getOwnPropertyDescriptor(actual, key)?.value;
    return covers(found, value) || (found === undefined && Array.isArray(value) && value.length === 0);
  });
}
