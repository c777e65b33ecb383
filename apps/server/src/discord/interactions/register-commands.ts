import { createDiscordApplication, type RegisteredCommand } from '@guildhall/discord/application.ts';
import { type Config, ConfigError } from '../../core/config.ts';
import { commands } from './commands.ts';

export type Registration = { /** Names of commands, and `endpoint`. */ differs: string[]; endpoint: string };

/**
 * Tells Discord our commands, and the address for interactions, which it asks at once. With `checkOnly` it changes
 * nothing. Running it again changes nothing either. Throws ConfigError, DiscordError.
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
  const [{ interactions_endpoint_url: current }, registered] = await Promise.all([
    application.read(),
    application.commands(app.clientId),
  ]);
  const known = new Map(registered.map((command) => [command.name, command]));
  const wrong = commands.filter((command) => !says(known.get(command.name), command)).map(({ name }) => name);
  const superfluous = [...known.keys()].filter((name) => !commands.some((command) => command.name === name));
  const differs = [...wrong, ...superfluous, ...(current === endpoint ? [] : ['endpoint'])];
  if (!checkOnly && wrong.length + superfluous.length > 0) await application.replaceCommands(app.clientId, commands);
  if (!checkOnly && current !== endpoint) await application.receiveAt(endpoint);
  return { differs, endpoint };
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
