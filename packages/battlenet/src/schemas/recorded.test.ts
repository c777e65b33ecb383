import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { characterSlug, characterSlugFromHref, guildSlug, guildSlugFromHref } from '../namespaces.ts';
import { eu, failureOf, json, someone, startPlatform } from '../test-platform.ts';
import { AccountProfile } from './account.ts';
import { CharacterAchievements } from './achievements.ts';
import { CharacterProfile, CharacterStatus } from './character.ts';
import { CharacterMedia } from './character-media.ts';
import { CharacterEncounters } from './encounters.ts';
import { CharacterEquipment } from './equipment.ts';
import { Guild, GuildAchievements, GuildCrestIndex, GuildRoster } from './guild.ts';
import {
  JournalEncounter,
  JournalEncountersIndex,
  JournalExpansion,
  JournalExpansionsIndex,
  JournalInstance,
  JournalInstancesIndex,
} from './journal.ts';
import { Media } from './media.ts';
import { CharacterMythicKeystone, CharacterMythicKeystoneSeason } from './mythic-keystone.ts';
import {
  PlayableClass,
  PlayableClassesIndex,
  PlayableRace,
  PlayableRacesIndex,
  PlayableSpecialization,
  PlayableSpecializationsIndex,
} from './playable.ts';
import { Profession, ProfessionSkillTier, ProfessionsIndex, Recipe } from './profession.ts';
import { CharacterProfessions } from './professions.ts';
import { CharacterPvpBracket, CharacterPvpSummary } from './pvp.ts';
import { Realm, RealmsIndex } from './realm.ts';
import { ReputationFaction, ReputationFactionsIndex } from './reputation.ts';
import { CharacterReputations } from './reputations.ts';
import { CharacterSpecializations } from './specializations.ts';
import { CharacterStatistics } from './statistics.ts';

// The repository cannot hold recorded answers: they name players, and their licences differ. These tests run where the
// collection is available.
const folder =
  process.env.GUILDHALL_FIXTURES ?? fileURLToPath(new URL('../../../../../shared/fixtures/battlenet', import.meta.url));
const present = existsSync(folder);
const title = present ? 'recorded answers' : 'recorded answers (skipped: set GUILDHALL_FIXTURES to their folder)';

/** The files of a kind; without the collection, one placeholder, because a test table must not be empty. */
function filesOf(kind: string): string[] {
  return present ? readdirSync(join(folder, kind)).map((file) => join(kind, file)) : [kind];
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8').replace(/^\uFEFF/, ''));
}

const schemas: Record<string, z.ZodType> = {
  'account-profile-summary': AccountProfile,
  'character-profile-summary': CharacterProfile,
  'character-status': CharacterStatus,
  'character-equipment': CharacterEquipment,
  'character-specializations': CharacterSpecializations,
  'character-professions': CharacterProfessions,
  'character-reputations': CharacterReputations,
  'character-pvp-summary': CharacterPvpSummary,
  'character-pvp-bracket': CharacterPvpBracket,
  'character-achievements': CharacterAchievements,
  'character-statistics': CharacterStatistics,
  'character-encounters-raids': CharacterEncounters,
  'character-encounters-dungeons': CharacterEncounters,
  'character-media': CharacterMedia,
  'character-mythic-keystone-profile': CharacterMythicKeystone,
  'character-mythic-keystone-season': CharacterMythicKeystoneSeason,
  guild: Guild,
  'guild-roster': GuildRoster,
  'guild-achievements': GuildAchievements,
  'guild-crest-index': GuildCrestIndex,
  'guild-crest-border-media': Media,
  'guild-crest-emblem-media': Media,
  'journal-encounter': JournalEncounter,
  'journal-encounters-index': JournalEncountersIndex,
  'journal-expansion': JournalExpansion,
  'journal-expansions-index': JournalExpansionsIndex,
  'journal-instance': JournalInstance,
  'journal-instance-media': Media,
  'journal-instances-index': JournalInstancesIndex,
  'playable-class': PlayableClass,
  'playable-classes-index': PlayableClassesIndex,
  'playable-class-media': Media,
  'playable-race': PlayableRace,
  'playable-races-index': PlayableRacesIndex,
  'playable-specialization': PlayableSpecialization,
  'playable-specializations-index': PlayableSpecializationsIndex,
  profession: Profession,
  'profession-skill-tier': ProfessionSkillTier,
  'professions-index': ProfessionsIndex,
  realm: Realm,
  'realms-index': RealmsIndex,
  recipe: Recipe,
  'reputation-faction': ReputationFaction,
  'reputation-factions-index': ReputationFactionsIndex,
};
const recorded = Object.entries(schemas).flatMap(([kind, schema]) =>
  filesOf(kind).map((file) => ({ kind, file, schema })),
);

describe.skipIf(!present)(title, () => {
  test.each(recorded)('$file keeps its values when parsed', ({ file, schema }) => {
    const raw = read(file);
    expect(disagreements(schema.parse(raw), raw)).toEqual([]);
  });

  test.each(filesOf('guild-roster'))('%s keeps every member', (file) => {
    const raw = read(file);
    const { members } = GuildRoster.parse(raw);
    expect(raw).toHaveProperty('members.length', members.length);
    expect(new Set(members.map(({ character: { id, realm } }) => `${realm.id}-${id}`)).size).toBe(members.length);
    for (const { character, rank } of members) {
      expect(character).toMatchObject({ id: expect.any(Number), name: expect.stringMatching(/^\S+$/) });
      expect(character.realm.slug).toMatch(/^\S+$/);
      expect(rank).toBeGreaterThanOrEqual(0);
      expect(character.playable_class.id).toBeGreaterThan(0);
    }
  });

  test.each(filesOf('guild-roster'))('%s fails as a whole if one member is broken', (file) => {
    const raw = structuredClone(read(file));
    const { members } = GuildRoster.parse(raw);
    const last = members.length - 1;
    for (const place of [`members.${last}.character.id`, `members.${last}.character.realm.slug`, 'members.0.rank']) {
      const result = GuildRoster.safeParse(changed(raw, place.split('.'), undefined));
      expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([place]);
    }
  });

  test.each(filesOf('character-profile-summary'))('%s: slugs from links match slugs from names', (file) => {
    const profile = CharacterProfile.parse(read(file));
    expect(guildSlugFromHref(profile.guild?.key?.href ?? '')).toEqual({
      realmSlug: profile.guild?.realm.slug,
      nameSlug: guildSlug(profile.guild?.name ?? ''),
    });
  });

  test.each([...filesOf('account-profile-summary'), ...filesOf('guild-roster')])(
    '%s: slugs from character links match slugs from names',
    (file) => {
      const raw = read(file);
      const characters = file.startsWith('account')
        ? AccountProfile.parse(raw).wow_accounts.flatMap((account) => account.characters)
        : GuildRoster.parse(raw).members.map(({ character }) => ({ ...character, character: character.key }));
      for (const { name, realm, character } of characters) {
        if (!character) continue;
        expect(characterSlugFromHref(character.href)).toEqual({ realmSlug: realm.slug, name: characterSlug(name) });
      }
    },
  );

  test.each(filesOf('error-bodies'))('%s is a typed error', async (file) => {
    const body = read(file);
    const code = body && typeof body === 'object' && 'code' in body ? Number(body.code) : 0;
    await using platform = await startPlatform(json(code, body));
    const error = await failureOf(platform.battlenet.characterStatus(eu, someone));
    expect(error).toMatchObject({ kind: { 403: 'forbidden', 404: 'not_found' }[code], status: code });
  });
});

const reference = (place: string) => [place, `${place}.id`];
const typed = (place: string) => [place, `${place}.type`];
/** An item in a list, or an item on its own. */
const itemOf = (place: string) => (place.endsWith('*') ? reference(`${place}.item`) : [`${place}.id`]);
const realmReference = (place: string) => [place, `${place}.id`, `${place}.slug`];

const keystoneRun = [
  ...['**.dungeon.id', '**.keystone_affixes.*.id', '**.specialization.id', '**.race.id'],
  ...['character', 'character.id', 'character.name', 'character.realm.id', 'character.realm.slug'].map(
    (place) => `**.members.*.${place}`,
  ),
];

/** The fields each document requires. For an optional object, the parts without which it means nothing. */
const required: Record<string, string[]> = {
  'guild-roster': [
    ...['guild', 'guild.id', 'guild.name', ...realmReference('guild.realm')],
    ...['members', 'members.*.rank', 'members.*.character', 'members.*.character.id', 'members.*.character.name'],
    ...['members.*.character.level', ...realmReference('members.*.character.realm')],
    ...reference('members.*.character.playable_class'),
    ...reference('members.*.character.playable_race'),
  ],
  'character-profile-summary': [
    ...['id', 'name', 'level', ...realmReference('realm'), ...reference('race'), ...reference('character_class')],
    ...['guild.id', 'guild.name', ...realmReference('guild.realm'), 'active_spec.id'],
  ],
  'account-profile-summary': [
    ...['id', 'wow_accounts.*.id', 'wow_accounts.*.characters.*.id', 'wow_accounts.*.characters.*.name'],
    ...['wow_accounts.*.characters.*.level', ...realmReference('wow_accounts.*.characters.*.realm')],
    ...reference('wow_accounts.*.characters.*.playable_class'),
    ...reference('wow_accounts.*.characters.*.playable_race'),
  ],
  guild: [
    ...['id', 'name', ...realmReference('realm'), 'crest.background', 'crest.*.color', 'crest.*.color.rgba'],
    ...['crest.emblem', 'crest.emblem.id', 'crest.border', 'crest.border.id'],
    ...['r', 'g', 'b', 'a'].map((channel) => `crest.*.color.rgba.${channel}`),
  ],
  'guild-achievements': [
    ...['guild', 'guild.id', 'guild.name', ...realmReference('guild.realm'), 'achievements.*.id'],
    ...reference('achievements.*.achievement'),
    ...reference('category_progress.*.category'),
    ...['recent_events.*.timestamp', ...reference('recent_events.*.achievement')],
  ],
  'character-equipment': [
    'equipped_items',
    ...['equipped_items.*', 'equipped_items.*.set.item_set', 'equipped_items.*.sockets.*.item'].flatMap(itemOf),
    ...typed('equipped_items.*.slot'),
    ...['quality.type', 'level.value', 'enchantments.*.enchantment_id', 'enchantments.*.enchantment_slot.id'].map(
      (field) => `equipped_items.*.${field}`,
    ),
    'equipped_items.*.modified_crafting_stat.*.id',
  ],
  'character-specializations': [
    // Or `specialization_groups` in the Classic games.
    'specializations',
    ...reference('specializations.*.specialization'),
    ...['active_specialization.id', 'active_hero_talent_tree.id', '**.selected_hero_talent_tree.id'],
    ...['**.talent.id', '**.spell.id'],
    ...['class', 'spec', 'hero'].map((kind) => `specializations.*.loadouts.*.selected_${kind}_talents.*.id`),
  ],
  'character-professions': ['**.profession', '**.profession.id', '**.tier', '**.tier.id', '**.known_recipes.*.id'],
  'character-reputations': ['reputations', ...reference('reputations.*.faction')],
  'character-pvp-summary': ['pvp_map_statistics.*.world_map.id'],
  'character-pvp-bracket': ['season.id', 'specialization.id'],
  'character-achievements': [...reference('category_progress.*.category'), ...reference('recent_events.*.achievement')],
  'character-statistics': ['power_type.id'],
  ...Object.fromEntries(
    ['character-encounters-raids', 'character-encounters-dungeons'].map((kind) => [
      kind,
      [
        ...['**.expansion', '**.expansion.id', '**.instance', '**.instance.id', '**.encounter', '**.encounter.id'],
        ...['**.difficulty', '**.difficulty.type', '**.status.type'],
      ],
    ]),
  ),
  'character-media': ['assets.*.key', 'assets.*.value'],
  'character-mythic-keystone-profile': ['seasons.*.id', 'current_period.period.id', ...keystoneRun],
  'character-mythic-keystone-season': ['best_runs', 'season.id', ...keystoneRun],
  realm: ['id', 'slug', 'region.id'],
  'playable-class': ['id', 'specializations.*.id', 'playable_races.*.id', 'power_type.id'],
  'playable-race': ['id', 'playable_classes.*.id'],
  'playable-specialization': ['id', ...reference('playable_class'), 'role.type'],
  'journal-encounter': ['id', 'instance.id', 'category.type'],
  'journal-expansion': ['id', 'dungeons.*.id', 'raids.*.id'],
  'journal-instance': ['id', 'category.type', 'expansion.id', 'encounters.*.id', ...typed('modes.*.mode')],
  profession: ['id', 'skill_tiers.*.id'],
  'profession-skill-tier': ['id', 'categories.*.recipes.*.id'],
  recipe: ['id', 'crafted_item.id', 'alliance_crafted_item.id', 'horde_crafted_item.id'],
  'reputation-faction': ['id'],
};
/** In a list of many characters, an unexpected value counts as missing. */
const forgiven: Record<string, string[]> = {
  'account-profile-summary': ['**.gender.type', '**.faction.type'],
};
const mutated = recorded.filter(({ kind }) => kind in required);

describe.skipIf(!present)(`${title}, one field taken out`, () => {
  test.each(mutated)('$file fails without a required field, and only then', ({ kind, file, schema }) => {
    const raw = withShortLists(read(file));
    for (const place of placesIn(raw)) {
      // A typed name without a type means nothing either.
      const patterns = [...(required[kind] ?? []), '**.faction.type', '**.gender.type', 'type.type'];
      const isForgiven = forgiven[kind]?.some((pattern) => matches(place, pattern)) ?? false;
      const isRequired =
        !isForgiven && patterns.some((pattern) => matches(place, pattern)) && isKept(schema, raw, place);
      expect([place, schema.safeParse(changed(raw, place, undefined)).success]).toEqual([place, !isRequired]);
      expect([place, schema.safeParse(changed(raw, place, null)).success]).toEqual([place, !isRequired]);
    }
  });
});

/** Where a parsed document differs from the raw one; null and [] stand for missing values. */
function disagreements(parsed: unknown, raw: unknown, place = '$'): string[] {
  if (parsed === null || (Array.isArray(parsed) && parsed.length === 0)) {
    return raw === undefined || raw === null || (Array.isArray(raw) && raw.length === 0) ? [] : [place];
  }
  if (typeof parsed !== 'object') return parsed === raw ? [] : [place];
  if (typeof raw !== 'object' || raw === null) return [place];
  const counterpart = new Map<string, unknown>(Object.entries(raw));
  const lengths = Array.isArray(parsed) && Object.keys(parsed).length !== counterpart.size ? [`${place}.length`] : [];
  const inside = Object.entries(parsed).flatMap(([key, value]) =>
    disagreements(value, counterpart.get(key), `${place}.${key}`),
  );
  return [...lengths, ...inside];
}

/**
 * Shortens long lists to their first, middle and last item: the test removes each field in turn, and rosters have
 * hundreds of members.
 */
function withShortLists(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.length <= 3 ? value : [value[0], value[Math.floor(value.length / 2)], value.at(-1)];
    return kept.map(withShortLists);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withShortLists(inner)]));
}

/** The paths of all fields of all objects; list indexes are steps, not fields. */
function placesIn(value: unknown, above: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...above, key];
    return Array.isArray(value) ? placesIn(inner, place) : [place, ...placesIn(inner, place)];
  });
}

/** A copy with the value at that place; undefined removes the field. */
function changed(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? changed(item, rest, replacement) : item));
  const entries = Object.entries(value ?? {}).map(([name, inner]) => [
    name,
    name === key ? changed(inner, rest, replacement) : inner,
  ]);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

/** `*` matches one step of the path, a leading `**` any number of them. */
function matches(place: string[], pattern: string): boolean {
  const steps = pattern.replace(/^\*\*\./, '').split('.');
  const end = pattern.startsWith('**') ? place.slice(-steps.length) : place;
  return end.length === steps.length && steps.every((step, index) => step === '*' || step === end[index]);
}

/** Whether the schema keeps the field at all: `_links.self.href` is an address too. */
function isKept(schema: z.ZodType, raw: unknown, place: string[]): boolean {
  let value: unknown = schema.parse(raw);
  for (const key of place) {
    if (typeof value !== 'object' || value === null) return false;
    value = new Map<string, unknown>(Object.entries(value)).get(key);
  }
  return value !== undefined;
}
