/** A history of loot, brought in as an officer does it. */
import type { ImportView } from '@guildhall/contracts/import.ts';
import { expect } from 'vitest';
import type { Call } from './caller.ts';
import { done } from './events.ts';

const HEAD =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner';
const DIFFICULTIES = { unknown: 0, normal: 14, heroic: 15, mythic: 16 };

export type Award = { to: string; item: number; track: keyof typeof DIFFICULTIES; response: string; seconds: number };

/** Brings in one award, whose winner is written as in `Ysolde-Highmere`. */
export async function bringInAward(call: Call, guildId: string, award: Award): Promise<void> {
  const { to, item, track, response, seconds } = award;
  const difficulty = DIFFICULTIES[track];
  const line = `${to},,,${seconds}-${item}${difficulty},[Chain],${item},,${response},2,MAGE,Citadel,Orrul,${difficulty},1,20,,,1,false,,,,Unknown`;
  const runs = `/organizations/${guildId}/imports`;
  const { id } = await done<ImportView>(call('POST', runs, { source: 'loot', text: `${HEAD}\n${line}` }));
  const state = async () => (await done<ImportView>(call('GET', `${runs}/${id}`))).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('preview');
  await done(call('POST', `${runs}/${id}/apply`));
  await expect.poll(state, { timeout: 60_000 }).toBe('applied');
}
