/** A section: one platform document below a character's profile, and what we store of it. */
import type { Answer, Battlenet, Call, CharacterKey } from '@guildhall/battlenet/client.ts';
import type { CharacterLink } from '@guildhall/battlenet/schemas/character.ts';
import type { CombatRole } from '@guildhall/contracts/organization.ts';
import { createNameCollector, type GameNameRow, type NameCollector } from './documents/game-name.ts';

/** The stored content: our own document, never the platform's. */
export type SectionContent = {
  data: object;
  names: GameNameRow[];
  /** Further facts about the character; omitted ones stay as they were. */
  describes: CharacterDescription;
};

export type CharacterDescription = { avatarUrl?: string | null; role?: CombatRole | null };

export type FetchedSection = SectionContent & { lastModified: string | null };

export type Source = { battlenet: Battlenet; mediaHosts: string[] };

export type Section = {
  name: string;
  /** The profile links to it under one of these names, if the branch of the game has such a document. */
  links: readonly CharacterLink[];
  fetch(from: Source, call: Call, key: CharacterKey): Promise<FetchedSection>;
};

type Definition<Raw> = {
  name: string;
  links?: readonly CharacterLink[];
  document: (battlenet: Battlenet) => (call: Call, key: CharacterKey) => Promise<Answer<Raw>>;
  keep: (raw: Raw, names: NameCollector, mediaHosts: string[]) => object;
  describes?: (raw: Raw, mediaHosts: string[]) => CharacterDescription;
};

export function section<Raw>(definition: Definition<Raw>): Section {
  const { name, links = [], document, keep, describes } = definition;
  return {
    name,
    links,
    async fetch({ battlenet, mediaHosts }, call, key) {
      const { data: raw, lastModified } = await document(battlenet)(call, key);
      const names = createNameCollector();
      const data = keep(raw, names, mediaHosts);
      return { data, names: names.rows(), describes: describes?.(raw, mediaHosts) ?? {}, lastModified };
    },
  };
}
