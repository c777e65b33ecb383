import { translated } from '../game-journal.ts';
import { itemIdOf, professions, type RecipeEntry, recipes } from '../game-professions.ts';
import { localized, untranslated } from '../localized.ts';
import { type Document, reference, type Scene, staticDocument, staticLink, text } from './scene.ts';

const typeNames = {
  PRIMARY: localized('Primary|Primär|Primaria|Principal|Primaria|Primária|Основная|주|主要|主要'),
  SECONDARY: localized('Secondary|Sekundär|Secundaria|Secondaire|Secondaria|Secundária|Вторичная|보조|次要|次要'),
};

export function professionIndex(scene: Scene): Document {
  return staticDocument(scene, 'profession', 'profession', () => ({
    _links: { self: staticLink(scene, 'profession', '') },
    professions: professions.map((entry) => reference(scene, 'profession', entry)),
  }));
}

const tierReference = (scene: Scene, professionId: number, tier: { id: number; name: string }) => ({
  key: staticLink(scene, 'profession', professionId, 'skill-tier', tier.id),
  name: text(scene, translated(tier.name), 'static'),
  id: tier.id,
});

export function professionDocument(scene: Scene, id: string): Document | undefined {
  const entry = professions.find((profession) => String(profession.id) === id);
  if (!entry) return undefined;
  return staticDocument(scene, 'profession', `profession/${id}`, () => ({
    _links: { self: staticLink(scene, 'profession', id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    description: text(scene, translated(`The craft of ${entry.name.en_US}.`), 'static'),
    type: { type: entry.type, name: text(scene, typeNames[entry.type], 'static') },
    media: { key: staticLink(scene, 'media', 'profession', id), id: entry.id },
    ...(entry.skillTiers.length > 0
      ? { skill_tiers: entry.skillTiers.map((tier) => tierReference(scene, entry.id, tier)) }
      : {}),
  }));
}

export function skillTierDocument(scene: Scene, professionId: string, id: string): Document | undefined {
  const profession = professions.find((entry) => String(entry.id) === professionId);
  const tier = profession?.skillTiers.find((entry) => String(entry.id) === id);
  if (!tier) return undefined;
  return staticDocument(scene, 'profession', `profession/${professionId}/skill-tier/${id}`, () => ({
    _links: { self: staticLink(scene, 'profession', professionId, 'skill-tier', id) },
    id: tier.id,
    name: text(scene, translated(tier.name), 'static'),
    minimum_skill_level: 1,
    maximum_skill_level: 100,
    categories: tier.categories.map((category) => ({
      name: text(scene, untranslated(category.name), 'static'),
      recipes: category.recipes.map((recipe) => reference(scene, 'recipe', recipe)),
    })),
  }));
}

function itemReference(scene: Scene, recipe: RecipeEntry, horde = false) {
  return reference(scene, 'item', { id: itemIdOf(recipe, horde), name: recipe.name });
}

export function recipeDocument(scene: Scene, id: string): Document | undefined {
  const entry = recipes.find((recipe) => String(recipe.id) === id);
  if (!entry) return undefined;
  return staticDocument(scene, 'recipe', `recipe/${id}`, () => ({
    _links: { self: staticLink(scene, 'recipe', id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    media: { key: staticLink(scene, 'media', 'recipe', id), id: entry.id },
    ...(entry.crafts === 'item' ? { crafted_item: itemReference(scene, entry) } : {}),
    ...(entry.crafts === 'itemOfEachFaction'
      ? { alliance_crafted_item: itemReference(scene, entry), horde_crafted_item: itemReference(scene, entry, true) }
      : {}),
  }));
}
