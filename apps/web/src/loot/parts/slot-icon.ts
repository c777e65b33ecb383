import type { ItemRef } from '@guildhall/contracts/item.ts';
import type { IconName } from '../../ui/icon.tsx';

/** Two hands wield a weapon of one glyph, and what is worn nowhere is a gem. */
export const slotIcon = (slot: ItemRef['slot']): IconName => {
  if (slot === null || slot === 'other') return 'gem';
  return `slot-${{ finger: 'ring', weapon: 'main', off_hand: 'off' }[slot as string] ?? slot}`;
};
