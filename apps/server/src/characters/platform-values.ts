/** The platform's typed values in our words; what it does not say, or says in a new word, is null. */
import type { Faction } from '@guildhall/contracts/organization.ts';

const FACTIONS: Record<string, Faction> = { ALLIANCE: 'alliance', HORDE: 'horde', NEUTRAL: 'neutral' };

export const factionOf = (type: string | undefined): Faction | null => (type && FACTIONS[type]) || null;

const GENDERS: Record<string, 'male' | 'female'> = { MALE: 'male', FEMALE: 'female' };

export const genderOf = (type: string | undefined): 'male' | 'female' | null => (type && GENDERS[type]) || null;
