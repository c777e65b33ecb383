import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';

/** The newest major patch of the game that a character's document has shown. */
export const NewestPatch = defineEntity({
  name: 'NewestPatch',
  properties: {
    region: p.enum(Region.options).primary(),
    gameVersion: p.enum(GameVersion.options).primary(),
    major: p.smallint(),
    /** The earliest known login under it; 1970 where levels were stored without their patch before. */
    since: instant(),
  },
});
