/** The commands of the application, in every language. */
import { EventRole } from '@guildhall/contracts/event.ts';
import type { Command, CommandOption } from '@guildhall/discord/application.ts';
import type { DiscordWords } from '../words/en.ts';
import { LANGUAGES, type Language } from '../words/languages.ts';
import { discordWords } from '../words/words.ts';

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

type OptionName = keyof DiscordWords['options'];

const completed = { autocomplete: true };
const required = { required: true };

export const commands: Command[] = [
  command('events', option('guild', completed)),
  command('event', option('name', completed), option('guild', completed)),
  command(
    'signup',
    option('name', { ...required, ...completed }),
    option('role', { choices: EventRole.options.map(roleChoice) }),
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
    option('guild', completed),
  ),
  command('attendance', option('member', completed), option('guild', completed)),
];

function command(name: keyof DiscordWords['commands'], ...options: CommandOption[]): Command {
  return { type: 1, name, ...described((words) => words.commands[name]), contexts: CONTEXTS, options };
}

function option(name: OptionName, more: Partial<CommandOption>): CommandOption {
  return { type: 3, name, ...described((words) => words.options[name]), ...more };
}

function roleChoice(role: EventRole) {
  return { name: discordWords('en').roles[role], name_localizations: inAll(({ roles }) => roles[role]), value: role };
}

function described(textOf: (words: DiscordWords) => string) {
  return { description: textOf(discordWords('en')), description_localizations: inAll(textOf) };
}

function inAll(textOf: (words: DiscordWords) => string): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => LOCALES[language].map((locale) => [locale, textOf(discordWords(language))])),
  );
}
