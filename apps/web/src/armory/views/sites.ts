/** Sites that raiders use. Addresses are made of fixed hosts and of names that are encoded, never of texts of others. */
import type { CharacterView } from '@guildhall/contracts/character.ts';

type GameVersion = CharacterView['gameVersion'];
export type Site = { name: string; href: string };

const LOGS: Record<GameVersion, string> = {
  retail: 'www.warcraftlogs.com',
  classic: 'classic.warcraftlogs.com',
  'classic-era': 'vanilla.warcraftlogs.com',
  'classic-anniversary': 'fresh.warcraftlogs.com',
};

type Sought = Pick<CharacterView, 'source' | 'realm' | 'region' | 'name' | 'gameVersion'>;

/** None for a character that the game does not know. */
export function sitesOf({ source, realm, region, name, gameVersion }: Sought): Site[] {
  if (source !== 'synced' || !realm) return [];
  const path = [region, realm.slug, name].map(encodeURIComponent).join('/');
  const logs = { name: 'Warcraft Logs', href: `https://${LOGS[gameVersion]}/character/${path}` };
  if (gameVersion !== 'retail') return [logs];
  const query = new URLSearchParams({ region, realm: realm.slug, name });
  return [
    { name: 'Raider.IO', href: `https://raider.io/characters/${path}` },
    logs,
    { name: 'Raidbots', href: `https://www.raidbots.com/simbot/droptimizer?${query}` },
    { name: 'Armory', href: `https://worldofwarcraft.blizzard.com/character/${path}` },
  ];
}

const BRANCHES: Record<GameVersion, string> = {
  retail: '',
  classic: 'mop-classic/',
  'classic-era': 'classic/',
  'classic-anniversary': 'tbc/',
};

export const itemAddress = (gameVersion: GameVersion, itemId: number): string =>
  `https://www.wowhead.com/${BRANCHES[gameVersion]}item=${itemId}`;
