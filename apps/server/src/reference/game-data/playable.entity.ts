import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { listed } from './listed.ts';
import type { Names } from './localized.ts';

export const PlayableClass = defineEntity({
  name: 'PlayableClass',
  properties: { id: p.smallint().primary().autoincrement(false), names: p.json<Names>(), listed: listed() },
});

export const PlayableRace = defineEntity({
  name: 'PlayableRace',
  properties: { id: p.smallint().primary().autoincrement(false), names: p.json<Names>(), listed: listed() },
});

/**
 * A realm of the platform; its slug comes from the platform's index and may have accents. A realm known only from
 * profiles is unlisted until the index of its branch of the game has been read.
 */
export const Realm = defineEntity({
  name: 'Realm',
  properties: {
    region: p.enum(Region.options).primary(),
    gameVersion: p.enum(GameVersion.options).primary(),
    id: p.integer().primary(),
    slug: p.text(),
    names: p.json<Names>(),
    listed: listed(),
  },
});
