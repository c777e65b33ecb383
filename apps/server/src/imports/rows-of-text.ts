/** The parser for each source of a text. */
import type { StartImportInput } from '@guildhall/contracts/import.ts';
import { openText } from '@guildhall/guild-tools/decode-text.ts';
import { readEqdkp } from '@guildhall/guild-tools/eqdkp.ts';
import { readRaidHelperEvent } from '@guildhall/guild-tools/raid-helper.ts';
import { readBalances } from '@guildhall/guild-tools/read-balances.ts';
import { readLoot } from '@guildhall/guild-tools/read-loot.ts';
import { readReserves } from '@guildhall/guild-tools/read-reserves.ts';
import { readRosterNotes } from '@guildhall/guild-tools/roster-notes.ts';
import type { ImportedRow } from '@guildhall/guild-tools/rows.ts';
import { assignColumns, readTable } from '@guildhall/guild-tools/table.ts';
import { readThatsMyBis } from '@guildhall/guild-tools/thats-my-bis.ts';
import { readWowaudit } from '@guildhall/guild-tools/wowaudit.ts';

type Form = Pick<StartImportInput, 'source' | 'columns' | 'hasHeadings'>;

/** Throws `FormatError`. */
export function rowsOfText(brought: string, { source, columns, hasHeadings }: Form, guildName: string): ImportedRow[] {
  const text = openText(brought);
  switch (source) {
    case 'raid_helper':
      return readRaidHelperEvent(text);
    case 'roster_notes':
      return readRosterNotes(text, guildName);
    case 'wowaudit':
      return readWowaudit(text);
    case 'thats_my_bis':
      return readThatsMyBis(text);
    case 'eqdkp':
      return readEqdkp(text);
    case 'loot':
      return readLoot(text, new Date());
    case 'points':
      return readBalances(text, new Date());
    case 'reserves':
      return readReserves(text);
    case 'table':
      return assignColumns(readTable(text), columns ?? { name: 0 }, hasHeadings);
  }
}
