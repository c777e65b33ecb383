import { Region } from '@guildhall/contracts/primitives.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import type { Names } from './localized.ts';

/** A season of keystone dungeons. Regions begin it at their own weekly reset. */
export const KeystoneSeason = defineEntity({
  name: 'KeystoneSeason',
  properties: {
    region: p.enum(Region.options).primary(),
    id: p.integer().primary(),
    names: p.json<Names>(),
    startsAt: instant().nullable(),
    endsAt: instant().nullable(),
    isCurrent: p.boolean(),
  },
  uniques: [{ name: 'keystone_season_one_current', properties: ['region'], where: 'is_current' }],
});
