import type { EquipmentView } from '@guildhall/contracts/gear.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import { characterSections } from './character-sections.ts';
import { missingGear, PERMANENT } from './gear.ts';

export async function getEquipment(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<EquipmentView> {
  const character = await characterSections(ctx, actor, id, ['equipment']);
  const document = character.document<EquipmentDocument>('equipment');
  const { equipped, average } = character;
  const items = document?.items ?? [];
  return {
    itemLevel: equipped === null || average === null ? null : { equipped, average },
    items: items.map(({ slot, itemId, name, quality, itemLevel, enchantments, gems, setId, setName }) => ({
      slot,
      itemId,
      name,
      quality,
      itemLevel,
      enchantments: enchantments.map((entry) => ({
        id: entry.id,
        text: entry.text,
        permanent: entry.slot === PERMANENT,
      })),
      sockets: gems.map((gem) => ({ gem: gem && { id: gem.id, name: gem.name } })),
      set: setId === null ? null : { id: setId, name: setName },
    })),
    sets: setsOf(items),
    missing: document && missingGear(document, character),
    freshness: character.freshness('equipment'),
  };
}

function setsOf(items: EquipmentDocument['items']): EquipmentView['sets'] {
  const pieces = Map.groupBy(
    items.filter(({ setId }) => setId !== null),
    ({ setId }) => setId,
  );
  return [...pieces].flatMap(([id, worn]) =>
    id === null ? [] : [{ id, name: worn[0]?.setName ?? null, pieces: worn.length }],
  );
}
