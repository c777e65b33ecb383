/** Translates the platform's typed values into our terms; missing and unknown values become null. */
import { versionOf } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import type { Faction } from '@guildhall/contracts/organization.ts';
import { majorOf } from '../../reference/game-data/newest-patch.ts';

const FACTIONS: Record<string, Faction> = { ALLIANCE: 'alliance', HORDE: 'horde', NEUTRAL: 'neutral' };

export const factionOf = (type: string | undefined): Faction | null => (type && FACTIONS[type]) || null;

const GENDERS: Record<string, 'male' | 'female'> = { MALE: 'male', FEMALE: 'female' };

export const genderOf = (type: string | undefined): 'male' | 'female' | null => (type && GENDERS[type]) || null;

/** The first number of the patch that produced the profile; null where its links name none. */
export const majorPatchOf = ({ character_class, race }: Pick<CharacterProfile, 'character_class' | 'race'>) =>
  majorOf(versionOf([character_class.key, race.key])?.patch ?? null);

/** Rounds item levels, which are stored as integers. */
export const wholeItemLevel = (level: number | null): number | null => (level === null ? null : Math.round(level));

/** Converts the platform's time, in milliseconds since 1970; 0 means never. */
export const instantFrom = (timestamp: number | null): string | null =>
  timestamp ? new Date(timestamp).toISOString() : null;
