import { ItemQuality, ItemSlot } from '@guildhall/contracts/item.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { allNames, searchKey } from './catalogue.entity.ts';
import type { Names } from './localized.ts';

/** An item of a branch of the game: named by the journal, or known by its id alone until its document has been read. */
export const Item = defineEntity({
  name: 'Item',
  properties: {
    gameVersion: p.enum(GameVersion.options).primary(),
    id: p.integer().primary().autoincrement(false),
    names: p.json<Names>().nullable(),
    quality: p.enum(ItemQuality.options).nullable(),
    slot: p.enum(ItemSlot.options).nullable(),
    classId: p.smallint().nullable(),
    subclassId: p.smallint().nullable(),
    /** Since when its document is wanted. Most items of the journal are not. */
    wantedAt: instant().nullable(),
    /** The last answer to that: the document, or that there is none. */
    fetchedAt: instant().nullable(),
    searchKey: searchKey(`search_key((${allNames('names')})::text)`),
  },
  indexes: [{ name: 'item_wanted', properties: ['fetchedAt'], where: 'wanted_at is not null' }],
});
