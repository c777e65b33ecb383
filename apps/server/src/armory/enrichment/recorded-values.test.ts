/** Compares every recorded document of a character, value by value, with the stored part of it. */
import { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { CharacterEquipment } from '@guildhall/battlenet/schemas/equipment.ts';
import { CharacterMythicKeystoneSeason } from '@guildhall/battlenet/schemas/mythic-keystone.ts';
import { CharacterStatistics } from '@guildhall/battlenet/schemas/statistics.ts';
import { describe, expect, test } from 'vitest';
import { recorded, recordedTitle, recording, recordingsOf } from '../../../test/recordings.ts';
import { equipmentDocument } from './documents/equipment.ts';
import { keystoneSeasonDocument } from './documents/mythic-keystone.ts';
import { profileDocument } from './documents/profile.ts';
import { statisticsDocument } from './documents/statistics.ts';
import { sections } from './sections.ts';

type Ref = { id: number; name?: string };
type Item = {
  slot: { type: string };
  item: Ref;
  name: string;
  quality: { type: string };
  level: { value: number };
  enchantments?: { enchantment_id: number; enchantment_slot: { id: number }; display_string: string }[];
  sockets?: { item?: Ref }[];
  set?: { item_set: Ref };
  inventory_type: { type: string };
};
type Run = {
  dungeon: Ref;
  keystone_level: number;
  duration: number;
  completed_timestamp: number;
  is_completed_within_time: boolean;
  keystone_affixes: Ref[];
  members: {
    character: { name: string; realm: { slug: string } };
    specialization: Ref;
    race: Ref;
    equipped_item_level: number;
  }[];
};
type Profile = Record<string, unknown> & {
  name: string;
  active_title?: { display_string: string };
  covenant_progress?: { chosen_covenant: Ref; renown_level: number };
};

describe.skipIf(!recorded)(recordedTitle, () => {
  test.each(recordingsOf('character-equipment'))('%s keeps every piece of equipment', (file) => {
    const { equipped_items: told } = recording(file) as { equipped_items: Item[] };
    const { items } = equipmentDocument(CharacterEquipment.parse(recording(file)));
    expect(items).toHaveLength(told.length);
    for (const [index, piece] of told.entries()) {
      expect(items[index]).toMatchObject({
        slot: piece.slot.type,
        itemId: piece.item.id,
        name: piece.name,
        quality: piece.quality.type,
        itemLevel: piece.level.value,
        setId: piece.set?.item_set.id ?? null,
        setName: piece.set?.item_set.name ?? null,
        inventoryType: piece.inventory_type.type,
      });
      expect(items[index]?.gems.map((gem) => gem && [gem.id, gem.name])).toEqual(
        (piece.sockets ?? []).map(({ item }) => (item ? [item.id, item.name] : null)),
      );
      const shown = items[index]?.enchantments ?? [];
      expect(shown.map(({ id, slot }) => [id, slot])).toEqual(
        (piece.enchantments ?? []).map((entry) => [entry.enchantment_id, entry.enchantment_slot.id]),
      );
      for (const [place, { text }] of shown.entries()) {
        expect(text).not.toContain('|');
        expect(piece.enchantments?.[place]?.display_string.startsWith(text ?? '')).toBe(true);
      }
    }
  });

  test.each(recordingsOf('character-mythic-keystone-season'))('%s keeps every run with its whole party', (file) => {
    const raw = recording(file) as { season: Ref; mythic_rating?: { rating: number }; best_runs: Run[] };
    const document = keystoneSeasonDocument(CharacterMythicKeystoneSeason.parse(raw), raw.season.id);
    expect(document).toMatchObject({ seasonId: raw.season.id, rating: raw.mythic_rating?.rating ?? null });
    expect(document.bestRuns).toMatchObject(
      raw.best_runs.map((run) => ({
        dungeon: { id: run.dungeon.id, name: run.dungeon.name },
        level: run.keystone_level,
        durationMs: run.duration,
        completedAt: new Date(run.completed_timestamp).toISOString(),
        inTime: run.is_completed_within_time,
        affixes: run.keystone_affixes.map(({ id, name }) => ({ id, name })),
        members: run.members.map(({ character, specialization, race, equipped_item_level }) => ({
          name: character.name,
          realmSlug: character.realm.slug,
          specialization: { id: specialization.id, name: specialization.name },
          race: { id: race.id, name: race.name },
          itemLevel: equipped_item_level,
        })),
      })),
    );
  });

  test.each(recordingsOf('character-profile-summary'))(
    '%s yields title and covenant, and links the sections to request',
    (file) => {
      const raw = recording(file) as Profile;
      const document = profileDocument(CharacterProfile.parse(raw));
      expect(document.title).toBe(raw.active_title?.display_string.replace('{name}', raw.name) ?? null);
      expect(document.covenant).toEqual(
        raw.covenant_progress
          ? { name: raw.covenant_progress.chosen_covenant.name, renownLevel: raw.covenant_progress.renown_level }
          : null,
      );
      expect(document.hardcore).toBeNull();
      expect(document.version?.patch).toMatch(/^\d+\.\d+\.\d+$/);
      const asked = sections.filter(({ links }) => links.some((link) => document.links.includes(link)));
      // Until 2020 profiles did not link professions and statistics of achievements; all other links have always existed.
      expect(sections.filter((section) => !asked.includes(section)).map(({ name }) => name)).toEqual([
        ...('professions' in raw ? [] : ['professions']),
        ...('achievements_statistics' in raw ? [] : ['world']),
      ]);
    },
  );

  test.each(recordingsOf('character-statistics'))('%s keeps every number', (file) => {
    const raw = recording(file) as Record<string, never>;
    const shown = statisticsDocument(CharacterStatistics.parse(raw));
    const { strength, agility, intellect, stamina, armor } = raw;
    expect(shown).toMatchObject({
      health: raw.health,
      attributes: { strength, agility, intellect, stamina, armor, spirit: null },
      attackPower: raw.attack_power,
      spellPower: raw.spell_power,
      spellPenetration: raw.spell_penetration,
      defense: { skill: null },
    });
  });
});
