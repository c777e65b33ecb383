import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';

/** The version of the game that a character's data are of. The profile's other fields are the character's own columns. */
export type ProfileDocument = { patch: string; build: number };

/** `…?namespace=static-12.0.1_65617-us` */
const VERSIONED = /[?&]namespace=static-(\d+(?:\.\d+){1,3})_(\d{1,9})-/;

/** Links of an answer carry the version of the static data it was made with. Null when none does. */
export function profileDocument({ character_class, race }: CharacterProfile): ProfileDocument | null {
  for (const { key } of [character_class, race]) {
    const [, patch, build] = VERSIONED.exec(key?.href ?? '') ?? [];
    if (patch && build) return { patch, build: Number(build) };
  }
  return null;
}
