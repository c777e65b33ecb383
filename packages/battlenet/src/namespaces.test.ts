import { describe, expect, test } from 'vitest';
import { characterSlug, characterSlugFromHref, guildSlug, guildSlugFromHref, namespaceFor } from './namespaces.ts';

test.each([
  ['profile', 'us', 'retail', 'profile-us'],
  ['profile', 'us', 'classic', 'profile-classic-us'],
  ['profile', 'us', 'classic-era', 'profile-classic1x-us'],
  ['profile', 'us', 'classic-anniversary', 'profile-classicann-us'],
  ['static', 'eu', 'retail', 'static-eu'],
  ['dynamic', 'kr', 'classic-era', 'dynamic-classic1x-kr'],
] as const)('%s data of %s %s is in %s', (category, region, gameVersion, namespace) => {
  expect(namespaceFor(category, region, gameVersion)).toBe(namespace);
});

test.each([
  ['French Toast', 'french-toast'],
  ['poptart corndoG', 'poptart-corndog'],
  ['  Зимний  Сад ', 'зимний-сад'],
  ['ÉQUIPE', 'équipe'],
  ["I can't release", 'i-cant-release'],
])('the slug of the guild %j is %j', (name, slug) => {
  expect(guildSlug(name)).toBe(slug);
});

test.each([
  ['Härà', 'härà'],
  ['Härà'.normalize('NFD'), 'härà'.normalize('NFC')],
  ['ILIDAN', 'ilidan'],
  ['Снежана', 'снежана'],
  ['불꽃', '불꽃'],
])('the slug of the character %j is %j', (name, slug) => {
  expect(characterSlug(name)).toBe(slug);
});

describe('links', () => {
  const host = 'https://eu.api.blizzard.com';

  test('a guild link has both slugs, decoded', () => {
    const href = `${host}/data/wow/guild/mar%C3%A9cage-de-zangar/%D0%B7%D0%B8%D0%BC%D0%B0?namespace=profile-eu`;
    expect(guildSlugFromHref(href)).toEqual({ realmSlug: 'marécage-de-zangar', nameSlug: 'зима' });
  });

  test('a link to a document of a guild has the same slugs', () => {
    expect(guildSlugFromHref(`${host}/data/wow/guild/azuremyst/night-shift/roster?namespace=profile-eu`)).toEqual({
      realmSlug: 'azuremyst',
      nameSlug: 'night-shift',
    });
  });

  test('a character link has realm slug and name, decoded', () => {
    expect(
      characterSlugFromHref(`${host}/profile/wow/character/aggra-português/h%C3%A4r%C3%A0?namespace=profile-eu`),
    ).toEqual({ realmSlug: 'aggra-português', name: 'härà' });
  });

  test.each([
    'nonsense',
    host,
    `${host}/data/wow/guild/azuremyst`,
    `${host}/data/wow/guild/azuremyst/`,
    `${host}/data/wow/realm/azuremyst/night-shift`,
    `${host}/data/wow/guild/azuremyst/%E0%A4%A`,
  ])('%s is not a link to a guild or a character', (href) => {
    expect(guildSlugFromHref(href)).toBeNull();
    expect(characterSlugFromHref(href)).toBeNull();
  });
});
