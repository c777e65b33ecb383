import type { CharacterView } from '@guildhall/contracts/character.ts';
import { expect, test } from 'vitest';
import { itemAddress, sitesOf } from './sites.ts';

const character = (rest: object) =>
  // The function reads only these.
  ({
    ...{ source: 'synced', region: 'eu', gameVersion: 'retail', name: 'Ysóra' },
    ...{ realm: { slug: 'forêt-d-argent', name: 'Forêt d’Argent' }, ...rest },
  }) as CharacterView;

test('a character of the game has links to the sites of its branch', () => {
  const path = 'eu/for%C3%AAt-d-argent/Ys%C3%B3ra';
  expect(sitesOf(character({})).map(({ href }) => href)).toEqual([
    `https://raider.io/characters/${path}`,
    `https://www.warcraftlogs.com/character/${path}`,
    'https://www.raidbots.com/simbot/droptimizer?region=eu&realm=for%C3%AAt-d-argent&name=Ys%C3%B3ra',
    `https://worldofwarcraft.blizzard.com/character/${path}`,
  ]);
  expect(sitesOf(character({ gameVersion: 'classic-era' }))).toEqual([
    { name: 'Warcraft Logs', href: `https://vanilla.warcraftlogs.com/character/${path}` },
  ]);
  expect(itemAddress('retail', 222_438)).toBe('https://www.wowhead.com/item=222438');
  expect(itemAddress('classic-anniversary', 28_349)).toBe('https://www.wowhead.com/tbc/item=28349');
});

test('no name leads to another host or path, and a character added by hand has no links', () => {
  for (const name of ['../../evil', '@evil.example', '?x#y', '//evil.example']) {
    for (const { href } of sitesOf(character({ name, realm: { slug: name, name } }))) {
      const { host, pathname, hash } = new URL(href);
      expect(host).not.toContain('evil');
      expect(pathname.split('/').length).toBeLessThan(6);
      expect(hash).toBe('');
    }
  }
  expect(sitesOf(character({ source: 'manual' }))).toEqual([]);
  expect(sitesOf(character({ realm: null }))).toEqual([]);
});
