/** The `Character JSON` that thatsmybis exports: one entry a character, those of one player with the same member. */
import { z } from 'zod';
import { checkRows } from './decode-text.ts';
import { readDocument } from './read-document.ts';
import { type CharacterRow, classWord, roleWord, shortText } from './rows.ts';
import { specRole } from './spec-roles.ts';

const Text = z.string().nullish();
const Character = z.object({
  id: z.int(),
  member_id: z.int().nullish(),
  name: z.string().min(1),
  class: Text,
  spec: Text,
  archetype: Text,
  is_alt: z.union([z.literal(0), z.literal(1), z.boolean()]).nullish(),
  public_note: Text,
  discord_id: Text,
});
type Character = z.infer<typeof Character>;

/** Throws `FormatError`. Received items, wishes and officers' notes are not read. */
export function readThatsMyBis(text: string): CharacterRow[] {
  const characters = readDocument(text, z.array(Character), 'the "Character JSON" of thatsmybis');
  checkRows(
    characters,
    (character) => JSON.stringify(character),
    (character) => characters.indexOf(character) + 1,
  );
  const mains = mainsByMember(characters);
  return characters.map((character, index) => {
    const main = mains.get(character.member_id ?? 0) ?? null;
    return {
      kind: 'character',
      line: index + 1,
      externalId: String(character.id),
      name: shortText(character.name, 100) ?? '?',
      realm: null,
      className: classWord(character.class),
      discordId: /^\d{15,20}$/.test(character.discord_id ?? '') ? (character.discord_id ?? null) : null,
      role: roleWord(character.archetype) ?? specRole((character.spec ?? '').toLowerCase(), classWord(character.class)),
      note: shortText(character.public_note, 200),
      main: main && main !== character ? { name: main.name, realm: null } : null,
      isMain: main === character ? true : null,
      standing: null,
    };
  });
}

/** Where a player has marked all characters but one as alts, that one is the main; otherwise it is unknown. */
function mainsByMember(characters: readonly Character[]): Map<number, Character> {
  const members = Map.groupBy(characters, ({ member_id }) => member_id ?? 0);
  members.delete(0);
  return new Map(
    [...members].flatMap(([member, own]) => {
      const [main, ...others] = own.filter(({ is_alt }) => !is_alt);
      return main && others.length === 0 ? [[member, main] as const] : [];
    }),
  );
}
