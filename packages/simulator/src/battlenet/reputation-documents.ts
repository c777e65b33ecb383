import { childrenOf, reputationFactions } from '../game-factions.ts';
import { translated } from '../game-journal.ts';
import { type Document, reference, type Scene, staticDocument, staticLink, text } from './scene.ts';

const kind = 'reputation-faction';

export function reputationIndex(scene: Scene): Document {
  const listed = (entries: typeof reputationFactions) => entries.map((entry) => reference(scene, kind, entry));
  return staticDocument(scene, kind, kind, () => ({
    _links: { self: staticLink(scene, kind, '') },
    factions: listed(reputationFactions.filter(({ parentId }) => parentId !== null)),
    root_factions: listed(reputationFactions.filter(({ parentId }) => parentId === null)),
  }));
}

export function reputationDocument(scene: Scene, id: string): Document | undefined {
  const entry = reputationFactions.find((faction) => String(faction.id) === id);
  if (!entry) return undefined;
  const children = childrenOf(entry.id);
  return staticDocument(scene, kind, `${kind}/${id}`, () => ({
    _links: { self: staticLink(scene, kind, id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    description: text(scene, translated(`What they say of ${entry.name.en_US}.`), 'static'),
    reputation_tiers: { key: staticLink(scene, 'reputation-tiers', 0), id: 0 },
    ...(children.length > 0 ? { factions: children.map((child) => reference(scene, kind, child)) } : {}),
  }));
}
