import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canBe } from './game-races.ts';
import { createWorld, type World } from './world.ts';

function hashOf(world: World): string {
  const { realms, guilds, accounts, discordAccounts } = world;
  const everything = JSON.stringify({ realms, guilds, accounts, discordAccounts, characters: world.characters() });
  return createHash('sha256').update(everything).digest('hex');
}

function lettersOf(names: readonly string[], letters: RegExp): string[] {
  return names.filter((name) => letters.test(name));
}

test('the same options give the same world, and another seed gives another one', () => {
  expect(hashOf(createWorld())).toBe(hashOf(createWorld({ seed: 1 })));
  expect(hashOf(createWorld({ seed: 7 }))).toBe(hashOf(createWorld({ seed: 7 })));
  expect(hashOf(createWorld({ seed: 2 }))).not.toBe(hashOf(createWorld()));
  expect(hashOf(createWorld({ epoch: 1_800_000_000_000 }))).not.toBe(hashOf(createWorld()));
});

test('worlds stay equal under the same mutations at the same times', () => {
  const [left, right] = [createWorld(), createWorld()].map((world) => {
    const guild = world.guild('lantern');
    world.createMember(guild, { rank: 3 }, 1_800_000_000_000);
    world.changeFaction(world.character('highmere', 'Ysolde'), 1_800_000_005_000);
    return hashOf(world);
  });
  expect(left).toBe(right);
});

test('guilds have 60, 400 and 1,000 members with one leader each, and one guild has no member at rank 7', () => {
  const world = createWorld();
  expect(world.guilds.map((guild) => world.members(guild).length)).toEqual([60, 400, 1000]);
  for (const guild of world.guilds) {
    const ranks = world.members(guild).map(({ rank }) => rank ?? -1);
    expect(ranks.filter((rank) => rank === 0)).toHaveLength(1);
    const present = [...new Set(ranks)].sort();
    const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(present).toEqual(guild.key === 'crepuscule' ? all.filter((rank) => rank !== 7) : all);
  }
});

test('the guild sizes can be configured', () => {
  const world = createWorld({ guildSizes: [3, 25, 2500, 12] });
  expect(world.guilds.map((guild) => world.members(guild).length)).toEqual([3, 25, 2500, 12]);
  expect(world.account('quill').characters).toHaveLength(60);
  expect(
    createWorld({ guildSizes: [] })
      .account('ysolde')
      .characters.every(({ guildId }) => guildId === null),
  ).toBe(true);
});

test('characters are consistent and varied', () => {
  const world = createWorld();
  const characters = world.characters();
  expect(new Set(characters.map(({ classId }) => classId)).size).toBe(13);
  for (const character of characters) {
    expect(canBe(character.raceId, character.classId)).toBe(true);
    expect(character.level).toBeLessThanOrEqual(80);
    expect(character.lastModified % 1000).toBe(0);
    expect(character.lastModified).toBeLessThanOrEqual(world.epoch);
    expect(character.lastLogin).toBeLessThanOrEqual(world.epoch);
  }
  const names = characters.map(({ name }) => name);
  const lengths = names.map((name) => [...name].length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([2, 12]);
  expect(lettersOf(names, /[à-ÿ]/i).length).toBeGreaterThan(20);
  expect(lettersOf(names, /\p{Script=Cyrillic}/u).length).toBeGreaterThan(3);
  expect(lettersOf(names, /\p{Script=Hangul}/u).length).toBeGreaterThan(3);
});

test('names are unique on a realm, and the two realms share some names and ids', () => {
  const world = createWorld();
  const places = world.characters().map(({ name, realm }) => `${realm.id}/${name.toLowerCase()}`);
  expect(new Set(places).size).toBe(places.length);
  const identities = world.characters().map(({ id, realm }) => `${realm.id}/${id}`);
  expect(new Set(identities).size).toBe(identities.length);
  expect(new Set(world.characters().map(({ id }) => id)).size).toBeLessThan(identities.length);
  for (const guild of world.guilds) {
    const names = world.members(guild).map(({ name }) => name);
    expect(new Set(names).size).toBeLessThan(names.length);
    expect(new Set(world.members(guild).map(({ realm }) => realm.slug))).toEqual(
      new Set(['highmere', 'forêt-d-argent']),
    );
  }
});

test('the demo accounts match their descriptions', () => {
  const world = createWorld();
  const ranks = (key: string, guild: string) =>
    world
      .account(key)
      .characters.filter(({ guildId }) => guildId === world.guild(guild).id)
      .map(({ rank }) => rank);
  expect(ranks('ysolde', 'lantern')).toEqual([0, 3, 5]);
  expect(world.account('ysolde').characters.filter(({ guildId }) => guildId === null)).toHaveLength(2);
  expect(ranks('brannoc', 'crepuscule')[0]).toBe(0);
  expect(ranks('ilveth', 'ninefold')[0]).toBe(0);
  expect(ranks('kessa', 'lantern')[0]).toBe(1);
  expect(ranks('dagrun', 'ninefold')[0]).toBe(1);
  expect(new Set(world.account('marrow').characters.map(({ guildId }) => guildId)).size).toBe(2);
  expect(world.account('osric').characters.every(({ guildId }) => guildId === null)).toBe(true);
  expect(world.account('quill').characters).toHaveLength(60);
  expect(world.account('vesper').characters).toHaveLength(0);
  expect(world.account('tamsel').characters.filter(({ level }) => level === 0)).toHaveLength(2);
  const keys = world.accounts.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => encodeURIComponent(key) === key)).toBe(true);
});

test('lookups find by key, name and slug, and errors name what is missing', () => {
  const world = createWorld();
  expect(world.guild("Ysmere's Lantern Watch").slug).toBe('ysmeres-lantern-watch');
  expect(world.guild('crépuscule-étoilé').key).toBe('crepuscule');
  expect(world.character('FORÊT-D-ARGENT', 'bRANNOC').name).toBe('Brannoc');
  expect(() => world.guild('nobody')).toThrow('no guild nobody');
  expect(() => world.character('highmere', 'Nobody')).toThrow('no character');
  expect(() => world.account('nobody')).toThrow('no account');
});
