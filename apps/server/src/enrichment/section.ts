/** A section: one document of the platform below a character's profile, and what we keep of it. */
import type { Answer, Battlenet, Call, CharacterKey } from '@guildhall/battlenet/client.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { createNameCollector, type GameNameRow, type NameCollector } from './game-name.ts';

/** What is kept: our own document, never the platform's. */
export type SectionContent = {
  data: object;
  names: GameNameRow[];
  /** Of the one section that has a portrait. */
  avatarUrl: string | null;
};

export type FetchedSection = SectionContent & { lastModified: string | null };

export type Section = {
  name: string;
  /** The Classic games have few of a character's documents. */
  gameVersions: readonly GameVersion[];
  fetch(battlenet: Battlenet, call: Call, key: CharacterKey): Promise<FetchedSection>;
};

type Definition<Raw> = {
  name: string;
  gameVersions?: readonly GameVersion[];
  document: (battlenet: Battlenet) => (call: Call, key: CharacterKey) => Promise<Answer<Raw>>;
  keep: (raw: Raw, names: NameCollector) => object;
  avatarUrl?: (raw: Raw) => string | null;
};

export const RETAIL: readonly GameVersion[] = ['retail'];
const EVERY_GAME: readonly GameVersion[] = ['retail', 'classic', 'classic-era'];

export function section<Raw>(definition: Definition<Raw>): Section {
  const { name, gameVersions = EVERY_GAME, document, keep, avatarUrl } = definition;
  return {
    name,
    gameVersions,
    async fetch(battlenet, call, key) {
      const { data: raw, lastModified } = await document(battlenet)(call, key);
      const names = createNameCollector();
      const data = keep(raw, names);
      return { data, names: names.rows(), avatarUrl: avatarUrl?.(raw) ?? null, lastModified };
    },
  };
}
