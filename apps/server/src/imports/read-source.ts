/** Reads what an officer brings: a text, or what another tool answers for a link or a key. */
import type { StartImportInput } from '@guildhall/contracts/import.ts';
import { FormatError } from '@guildhall/guild-tools/format-error.ts';
import { GuildToolError } from '@guildhall/guild-tools/guild-tool-error.ts';
import { answersOf } from '@guildhall/guild-tools/raid-helper.ts';
import { createRaidHelper, type EventAddress, eventAddress } from '@guildhall/guild-tools/raid-helper-client.ts';
import type { ImportedRow } from '@guildhall/guild-tools/rows.ts';
import { charactersOfTeam } from '@guildhall/guild-tools/wowaudit.ts';
import { createWowaudit } from '@guildhall/guild-tools/wowaudit-client.ts';
import { AppError, badRequest } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';

type Brought = Pick<StartImportInput, 'source' | 'link' | 'key' | 'columns' | 'hasHeadings'> & {
  text?: string | undefined;
};

/**
 * The rows of a source. Requests to other hosts happen here, before any transaction. Throws BAD_REQUEST,
 * UNPROCESSABLE_CONTENT with line and field, TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE.
 */
export async function readSource(ctx: AppContext, brought: Brought, guildName: string): Promise<ImportedRow[]> {
  return orUnreadable(async () => {
    const rows = await rowsOf(ctx, brought, guildName);
    if (rows.length === 0) throw new FormatError('no_rows', 'There is nothing in it.');
    return rows;
  });
}

/** Translates the refusals of parsers and of other tools. */
export async function orUnreadable<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatError) throw unreadable(error);
    if (error instanceof GuildToolError) throw refusedBy(error);
    throw error;
  }
}

async function rowsOf(ctx: AppContext, brought: Brought, guildName: string): Promise<ImportedRow[]> {
  const { source, link, key } = brought;
  if (link !== undefined && source === 'raid_helper') return eventOf(ctx, link);
  if (key !== undefined && source === 'wowaudit') return teamOf(ctx, key);
  if (brought.text === undefined) {
    throw badRequest('invalid_input', 'This source is brought in as a text: send what you copied there as text.', {
      issues: [{ path: 'text', message: 'is needed' }],
    });
  }
  // Loaded at the first text: the parsers bring readers of tables and of XML.
  const { rowsOfText } = await import('./rows-of-text.ts');
  return rowsOfText(brought.text, brought, guildName);
}

async function eventOf({ config }: AppContext, link: string): Promise<ImportedRow[]> {
  const address = linkedEvent(link);
  return answersOf(await createRaidHelper({ apiUrl: config.guildTools.raidHelperUrl }).event(address));
}

/** Throws BAD_REQUEST for a link to another place. */
export function linkedEvent(link: string): EventAddress {
  const address = eventAddress(link);
  if (address) return address;
  throw badRequest(
    'import_link_refused',
    'This is no link of an event. Copy the address that begins with https://raid-helper.dev/event/.',
  );
}

/** Characters and guests of the team. Requests of one key follow each other. */
async function teamOf({ config }: AppContext, key: string): Promise<ImportedRow[]> {
  const wowaudit = createWowaudit(key, { apiUrl: config.guildTools.wowauditUrl });
  const characters = await wowaudit.characters();
  return charactersOfTeam([...characters, ...(await wowaudit.guests())]);
}

function unreadable({ message, line, field }: FormatError): AppError {
  const issues = line === null && field === null ? [] : [{ path: field ?? `line ${line}`, message }];
  return new AppError('UNPROCESSABLE_CONTENT', 'import_unreadable', message, { issues });
}

function refusedBy({ tool, kind, retryAfterSeconds }: GuildToolError): AppError {
  switch (kind) {
    case 'gone':
      return new AppError(
        'UNPROCESSABLE_CONTENT',
        'import_gone',
        `${tool} has no such event or server any more. Check the link or number, or paste the text instead.`,
      );
    case 'unauthorized':
      return new AppError('UNPROCESSABLE_CONTENT', 'import_key_refused', `${tool} refuses this key. Copy it again.`);
    case 'malformed':
      return new AppError(
        'UNPROCESSABLE_CONTENT',
        'import_unreadable',
        `${tool} answered something that we cannot read. Paste the text instead.`,
      );
    case 'limited':
    case 'unavailable': {
      const seconds = retryAfterSeconds ?? 30;
      return new AppError(
        'SERVICE_UNAVAILABLE',
        'import_tool_unavailable',
        `${tool} does not answer now. Try again in ${seconds} seconds, or paste the text instead.`,
        { retryAfterSeconds: seconds },
      );
    }
  }
}
