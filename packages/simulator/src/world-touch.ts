import type { AccountRecord, CharacterRecord } from './world-model.ts';
import { laterSecond, type WorldState } from './world-state.ts';

export type Touch = ReturnType<typeof createTouch>;

/** Gives every document affected by a change a later Last-Modified. */
export function createTouch(state: WorldState) {
  function guildById(guildId: number) {
    return state.guilds.find((guild) => guild.id === guildId);
  }

  function character(record: CharacterRecord, at: number): void {
    record.lastModified = laterSecond(record.lastModified, at);
  }

  function guild(guildId: number, at: number): void {
    const record = guildById(guildId);
    if (record) record.lastModified = laterSecond(record.lastModified, at);
  }

  function roster(guildId: number, at: number): void {
    const record = guildById(guildId);
    if (record) record.rosterModified = laterSecond(record.rosterModified, at);
  }

  function account(record: AccountRecord, at: number): void {
    record.lastModified = laterSecond(record.lastModified, at);
  }

  function accountOf(record: CharacterRecord, at: number): void {
    for (const owner of state.accounts) {
      if (owner.characters.includes(record)) account(owner, at);
    }
  }

  /** Touches the profile and every list that contains the character: roster and account. */
  function listed(record: CharacterRecord, at: number): void {
    character(record, at);
    if (record.guildId !== null) roster(record.guildId, at);
    accountOf(record, at);
  }

  return { character, guild, roster, account, accountOf, listed };
}
