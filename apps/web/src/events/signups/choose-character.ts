/** The character and roles a person brings to an event. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import type { EventRole, EventView } from '@guildhall/contracts/event.ts';

export type Bringing = {
  characterId: string;
  /** All roles the person would play, preferred first; empty if the event has no slots. */
  roles: readonly EventRole[];
};
type Asked = Pick<EventView, 'organizationId' | 'slots' | 'anyRole' | 'mine'>;

/** The main first, then by gear. A guild of the game accepts only its own characters; others accept any. */
export function candidates(event: Asked, characters: readonly CharacterView[]): CharacterView[] {
  const usable = characters.filter(({ archivedAt }) => archivedAt === null);
  const inGuild = usable.filter(({ guild }) => guild?.id === event.organizationId);
  const gear = ({ itemLevel, level }: CharacterView) => (itemLevel?.equipped ?? 0) * 1_000 + level;
  return (inGuild.length > 0 ? inGuild : usable).toSorted(
    (a, b) => Number(b.isMain) - Number(a.isMain) || gear(b) - gear(a),
  );
}

/** Event roles the character can play, starting with its specialization's. */
export function rolesFor({ slots, anyRole }: Asked, character: CharacterView): EventRole[] {
  const order: EventRole[] = [...character.playableRoles, 'flex'];
  const rank = (role: EventRole) => (order.includes(role) ? order.indexOf(role) : order.length);
  const roles = slots.map(({ roleKey }) => roleKey).filter((role) => anyRole || order.includes(role));
  return roles.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The person's earlier answer, else the first candidate; undefined if that one has no role, so that the person chooses.
 */
export function usualBringing(event: Asked, characters: readonly CharacterView[]): Bringing | undefined {
  const fit = candidates(event, characters);
  const character = fit.find(({ id }) => id === event.mine?.characterId) ?? fit[0];
  return character && bringingOf(event, character, event.mine?.roles);
}

/** With the wished roles that are possible, else the most natural one. */
export function bringingOf(
  event: Asked,
  character: CharacterView,
  wished: readonly EventRole[] = [],
): Bringing | undefined {
  const possible = rolesFor(event, character);
  const granted = wished.filter((role) => possible.includes(role));
  const roles = granted.length > 0 ? granted : possible.slice(0, 1);
  return roles.length === 0 && event.slots.length > 0 ? undefined : { characterId: character.id, roles };
}
