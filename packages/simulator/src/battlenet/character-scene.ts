/** Shared parts of all documents below a character's profile. */
import type { PatchyName } from '../game-journal.ts';
import { createRandom, type Random } from '../random.ts';
import type { Character } from '../world-model.ts';
import { characterLink, type Document, realmReference, type Scene, staticLink, text } from './scene.ts';

/** All of them change when the character logs out, as its profile does. */
export function characterDocument(
  scene: Scene,
  character: Character,
  schema: Document['schema'],
  path: string,
  body: () => object,
): Document {
  return {
    schema,
    modified: character.lastModified,
    maxAge: null,
    cacheKey: null,
    body: () => ({
      _links: { self: characterLink(scene, character, ...path.split('/')) },
      character: characterReference(scene, character),
      ...body(),
    }),
  };
}

export function characterReference(scene: Scene, character: Character) {
  return {
    key: characterLink(scene, character),
    name: character.name,
    id: character.id,
    realm: realmReference(scene, character.realm),
  };
}

export function reference(scene: Scene, kind: string, { id, name }: { id: number; name: PatchyName }) {
  return { key: staticLink(scene, ...kind.split('/'), id), name: text(scene, name), id };
}

/** Random choices that are always the same for one character and document name. */
export function choicesOf(character: Character, document: string): Random {
  const seed = [...`${document}/${character.realm.id}`].reduce(
    (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
    7,
  );
  return createRandom((seed ^ character.id) >>> 0);
}

/** Characters below this level have not done any content yet. */
export const firstAdventureLevel = 20;
