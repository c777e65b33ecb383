/** What every document below a character's profile shares. */
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

/** The same character has the same choices in every document of that name, for good. */
export function choicesOf(character: Character, document: string): Random {
  const seed = [...`${document}/${character.realm.id}`].reduce(
    (sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0),
    7,
  );
  return createRandom((seed ^ character.id) >>> 0);
}

/** Characters below this level have seen nothing of the world yet. */
export const firstAdventureLevel = 20;
