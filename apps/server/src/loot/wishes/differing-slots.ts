import { ItemSlot } from '@guildhall/contracts/item.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { StoredItem } from '../../armory/enrichment/documents/equipment.ts';

type Simulated = { worn: { slot: string; itemId: number }[] | null; nameKey: string; realmKey: string };
/** A character, and what they wear if that is known. */
export type Wearer = {
  name: string;
  realm: string;
  equipment: { items: readonly Pick<StoredItem, 'slot' | 'itemId'>[] } | null;
};

/** Slots of the platform in which the simulated character wears another item now; null where that is not known. */
export function differingSlots(simulated: Simulated, family: readonly Wearer[]): string[] | null {
  const { worn } = simulated;
  const wearer = wearerOf(simulated, family);
  if (!worn || !wearer?.equipment) return null;
  const now = wearer.equipment.items;
  return [...Map.groupBy(worn, ({ slot }) => kindOf(slot))].flatMap(([kind, before]) => {
    const present = now.filter(({ slot }) => kindOf(slot) === kind).map(({ itemId }) => itemId);
    // Rings and trinkets may have changed places.
    const gone = before.filter(({ itemId }) => {
      const at = present.indexOf(itemId);
      if (at >= 0) present.splice(at, 1);
      return at < 0;
    });
    return gone.map(({ slot }) => slot);
  });
}

/** The character that was simulated. */
export const wearerOf = <Of extends Pick<Wearer, 'name' | 'realm'>>(
  { nameKey, realmKey }: Pick<Simulated, 'nameKey' | 'realmKey'>,
  family: readonly Of[],
): Of | undefined =>
  family.find(({ name, realm }) => fold(name) === nameKey && (fold(realm) === realmKey || realm === ''));

const kindOf = (slot: string) => slot.replace(/_\d$/, '');

/** The place of an item that is worn in this slot of the platform. */
export const slotOf = (slot: string): ItemSlot | null =>
  slot === 'MAIN_HAND' ? 'weapon' : (ItemSlot.options.find((known) => known.toUpperCase() === kindOf(slot)) ?? null);
