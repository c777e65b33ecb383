/** The platform's typed values in our words; what it does not say, or says in a new word, is null. */
import type { Faction } from '@guildhall/contracts/organization.ts';

const FACTIONS: Record<string, Faction> = { ALLIANCE: 'alliance', HORDE: 'horde', NEUTRAL: 'neutral' };

export const factionOf = (type: string | undefined): Faction | null => (type && FACTIONS[type]) || null;

const GENDERS: Record<string, 'male' | 'female'> = { MALE: 'male', FEMALE: 'female' };

export const genderOf = (type: string | undefined): 'male' | 'female' | null => (type && GENDERS[type]) || null;

/** Item levels are stored whole. */
export const wholeItemLevel = (level: number | null): number | null => (level === null ? null : Math.round(level));

/** When a character was played last; the platform says 0 of one that never was. */
export const lastLoginOf = (timestamp: number | null): string | null =>
  timestamp ? new Date(timestamp).toISOString() : null;
