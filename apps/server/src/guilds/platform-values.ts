/** Translates the platform's typed values into our terms; missing and unknown values become null. */
import type { Faction } from '@guildhall/contracts/organization.ts';

const FACTIONS: Record<string, Faction> = { ALLIANCE: 'alliance', HORDE: 'horde', NEUTRAL: 'neutral' };

export const factionOf = (type: string | undefined): Faction | null => (type && FACTIONS[type]) || null;

const GENDERS: Record<string, 'male' | 'female'> = { MALE: 'male', FEMALE: 'female' };

export const genderOf = (type: string | undefined): 'male' | 'female' | null => (type && GENDERS[type]) || null;

/** Rounds item levels, which are stored as integers. */
export const wholeItemLevel = (level: number | null): number | null => (level === null ? null : Math.round(level));

/** Converts the platform's time, in milliseconds since 1970; 0 means never. */
export const instantFrom = (timestamp: number | null): string | null =>
  timestamp ? new Date(timestamp).toISOString() : null;
