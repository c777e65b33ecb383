import { expect, test } from 'vitest';
import { createWorld } from './world.ts';

const later = Date.UTC(2026, 10, 1);

test('a rename keeps the id, frees the old name, and gives profile, roster and account a later date', () => {
  const world = createWorld();
  const character = world.character('highmere', 'Ysolde');
  const [guild, account] = [world.guild('lantern'), world.account('ysolde')];
  const before = [character.lastModified, guild.rosterModified, account.lastModified];
  const { id } = character;

  world.rename(character, 'Ysandre', later);

  expect(world.character('highmere', 'ysandre').id).toBe(id);
  expect(world.findCharacter('us', 'retail', 'highmere', 'Ysolde')).toBeUndefined();
  expect([character.lastModified, guild.rosterModified, account.lastModified]).toEqual([later, later, later]);
  expect(before.every((time) => time < later)).toBe(true);
});

test('every change gets a later second, even when changes come fast or the clock goes back', () => {
  const world = createWorld();
  const character = world.character('highmere', 'Ysolde');
  const times = [later, later, later, later - 100_000].map((at) => world.login(character, at).lastModified);
  expect(times).toEqual([later, later + 1000, later + 2000, later + 3000]);
  expect(character.lastLogin).toBe(later - 100_000);
});

test('a character that takes over a name has a later date than its previous owner', () => {
  const world = createWorld();
  const first = world.rename(world.character('highmere', 'Ysolde'), 'Elsewhere', later);
  world.rename(first, 'Ysolde', later);
  const shown = first.lastModified;
  world.rename(first, 'Elsewhere', later);
  const second = world.rename(world.character('highmere', 'Kessaly'), 'Ysolde', later);
  expect(second.lastModified).toBeGreaterThan(shown);
});

test('a taken name is refused and changes nothing', () => {
  const world = createWorld();
  const character = world.character('highmere', 'Ysolde');
  const { lastModified } = character;
  expect(() => world.rename(character, 'kessaly')).toThrow('taken');
  world.createCharacter('forêt-d-argent', { name: 'Ysolde' });
  expect(() => world.transfer(character, 'forêt-d-argent')).toThrow('taken');
  expect(world.character('highmere', 'Ysolde')).toBe(character);
  expect(character.lastModified).toBe(lastModified);
});

test('a transfer gives a new id on the other realm, and keeps name, class, guild, rank and account', () => {
  const world = createWorld();
  const old = world.character('highmere', 'Kessaly');
  const moved = world.transfer(old, 'forêt-d-argent', later);

  expect(moved).toMatchObject({ name: 'Kessaly', classId: old.classId, guildId: old.guildId, rank: 1 });
  expect(moved.realm.slug).toBe('forêt-d-argent');
  expect(moved.id).not.toBe(old.id);
  expect(world.findCharacter('us', 'retail', 'highmere', 'kessaly')).toBeUndefined();
  expect(world.members(world.guild('lantern'))).toContain(moved);
  expect(world.members(world.guild('lantern'))).toHaveLength(60);
  expect(world.account('kessa').characters[0]).toBe(moved);
  expect(() => world.rename(old, 'Ghost')).toThrow('no longer exists');
});

test('no character can change region or game', () => {
  const world = createWorld();
  expect(() => world.transfer(world.character('highmere', 'Osricane'), 'graufels')).toThrow('another region');
  expect(() => world.transfer(world.character('highmere', 'Osricane'), 'oldbarrow')).toThrow('another region');
  const european = world.character('château-brume', 'Eddric', 'eu');
  expect(() => world.join(world.guild('lantern'), european, 5)).toThrow('another region');
  expect(european.guildId).toBeNull();
});

test('a faction change gives a new id, keeps name and realm, and changes the race to the other faction', () => {
  const world = createWorld();
  const old = world.character('highmere', 'Ysolde');
  const changed = world.changeFaction(old, later);
  expect(changed).toMatchObject({ name: 'Ysolde', realm: old.realm, rank: 0, lastModified: later });
  expect(changed.faction).not.toBe(old.faction);
  expect([changed.id, changed.raceId]).not.toContain(old.id);
  expect(world.character('highmere', 'Ysolde')).toBe(changed);
});

test('joining and leaving change roster, guild and profile', () => {
  const world = createWorld();
  const guild = world.guild('lantern');
  const loner = world.character('highmere', 'Osricane');
  world.join(guild, loner, 4, later);
  expect(loner).toMatchObject({ guildId: guild.id, rank: 4, lastModified: later });
  expect([guild.rosterModified, guild.lastModified]).toEqual([later, later]);
  expect(world.members(guild)).toHaveLength(61);

  world.leave(loner, later);
  expect(loner).toMatchObject({ guildId: null, rank: null, lastModified: later + 1000 });
  expect(guild.rosterModified).toBe(later + 1000);
  expect(() => world.leave(loner)).toThrow('in no guild');

  const recruit = world.join(guild, { name: 'Recruit', level: 12 }, 9, later);
  expect(recruit).toMatchObject({ name: 'Recruit', level: 12, rank: 9, guildId: guild.id });
  const invented = world.createMember(guild, { rank: 2 });
  expect(invented).toMatchObject({ rank: 2, realm: guild.realm });
  expect(() => world.join(guild, invented, 3)).toThrow('already');
});

test('a guild always has exactly one leader', () => {
  const world = createWorld();
  const guild = world.guild('lantern');
  const leaders = () => world.members(guild).filter(({ rank }) => rank === 0);
  const [old, officer] = [world.character('highmere', 'Ysolde'), world.character('highmere', 'Kessaly')];

  world.setRank(officer, 0);
  expect(leaders()).toEqual([officer]);
  expect(old.rank).toBe(1);
  world.leave(officer);
  expect(leaders()).toEqual([old]);
  world.setRank(old, 5);
  expect(leaders()).toHaveLength(1);
  world.join(guild, officer, 0);
  expect(leaders()).toEqual([officer]);
  expect(() => world.setRank(officer, 10)).toThrow('0 to 9');
});

test('changes of level, visibility and validity give a later date to the documents that show them', () => {
  const world = createWorld();
  const character = world.character('highmere', 'Osk');
  world.levelUp(character, 3, later);
  expect(character).toMatchObject({ level: 22, lastModified: later });
  world.login(character, later + 60_000, { level: 23 });
  expect(character).toMatchObject({ level: 23, lastLogin: later + 60_000, lastModified: later + 60_000 });
  expect(world.account('osric').lastModified).toBe(later + 60_000);
  expect(world.levelUp(character, 200).level).toBe(80);
  expect(world.hideProfile(character).profileHidden).toBe(true);
  expect(world.setValid(character, false).valid).toBe(false);
});

test('a removed character disappears from realm, roster and account', () => {
  const world = createWorld();
  const character = world.character('highmere', 'Pellwick');
  world.removeCharacter(character, later);
  expect(world.characters()).not.toContain(character);
  expect(world.members(world.guild('lantern'))).toHaveLength(59);
  expect(world.account('pell').characters).toHaveLength(1);
  expect(world.account('pell').lastModified).toBe(later + 1000);
});

test('a renamed guild keeps its id under a new slug, and its members show the new name', () => {
  const world = createWorld();
  const guild = world.guild('crepuscule');
  const { id } = guild;
  world.renameGuild(guild, "Nuit d'Été", later);
  expect(world.findGuild('us', 'forêt-d-argent', 'nuit-dété')?.id).toBe(id);
  expect(world.findGuild('us', 'forêt-d-argent', 'crépuscule-étoilé')).toBeUndefined();
  expect(world.members(guild).every(({ lastModified }) => lastModified === later)).toBe(true);
  expect(() => world.renameGuild(world.guild('lantern'), 'Ninefold Accord')).toThrow('taken');
});

test('a character belongs to one account', () => {
  const world = createWorld();
  const character = world.character('highmere', 'Pellwick');
  world.addCharacterToAccount(world.account('vesper'), character, later);
  expect(world.account('pell').characters).not.toContain(character);
  expect(world.account('vesper').characters).toEqual([character]);
  world.removeCharacterFromAccount(world.account('vesper'), character, later);
  expect(world.account('vesper')).toMatchObject({ characters: [], lastModified: later + 1000 });

  const newcomer = world.createAccount('newcomer', { battletag: 'Newcomer#1' });
  world.addCharacterToAccount(newcomer, world.createCharacter('highmere'));
  expect(world.account('newcomer').characters).toHaveLength(1);
  expect(() => world.createAccount('newcomer')).toThrow('taken');
  expect(() => world.createAccount('a b')).toThrow('account key');
});
