/** A history of loot, brought in as an officer does it. */
import type { ImportView } from '@guildhall/contracts/import.ts';
import { expect } from 'vitest';
import type { Call } from './caller.ts';
import { done } from './events.ts';

const HEAD =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner';
const DIFFICULTIES = { unknown: 0, normal: 14, heroic: 15, mythic: 16 };

export type Award = {
  to: string;
  item: number;
  itemName?: string;
  track: keyof typeof DIFFICULTIES;
  response: string;
  seconds: number;
};

/** As RCLootCouncil exports it. The winner is written as in `Ysolde-Highmere`. */
export function historyOf({ to, item, track, response, seconds, itemName = 'Chain' }: Award): string {
  const difficulty = DIFFICULTIES[track];
  return `${HEAD}\n${to},,,${seconds}-${item}${difficulty},[${itemName}],${item},,${response},2,MAGE,Citadel,Orrul,${difficulty},1,20,,,1,false,,,,Unknown`;
}

/** A file holds more than a body of JSON. Returns the run. */
export async function sendHistory(
  { url }: { url: string },
  guildId: string,
  token: string,
  text: string,
): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([text]), 'history.csv');
  const answer = await fetch(`${url}/api/v1/organizations/${guildId}/imports/file?source=loot`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  expect(answer.status).toBe(202);
  // The contract of the route.
  return ((await answer.json()) as ImportView).id;
}

export async function bringInAward(call: Call, guildId: string, award: Award): Promise<void> {
  const runs = `/organizations/${guildId}/imports`;
  const { id } = await done<ImportView>(call('POST', runs, { source: 'loot', text: historyOf(award) }));
  const state = async () => (await done<ImportView>(call('GET', `${runs}/${id}`))).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('preview');
  await done(call('POST', `${runs}/${id}/apply`));
  await expect.poll(state, { timeout: 60_000 }).toBe('applied');
}
