import { numbersIn, pluralIn } from '../../../i18n/plural.ts';

const number = numbersIn('en');
const plural = pluralIn('en');

export const words = {
  title: 'Who can craft',
  lead: 'Type what you need, in any game language. The most active players come first, with all their alts.',
  search: 'What do you need?',
  searchHint: 'Potion, ring, leg armor …',
  professions: 'Professions',
  tooShort: 'Type at least three letters.',
  truncated: 'Many recipes match; the newest or most similar are shown. Type more to narrow it down.',
  results: 'Crafters',
  found: (count: number) => plural(count, { one: '# crafter', other: '# crafters' }),
  people: (count: number) => plural(count, { one: '# can', other: '# can' }),
  coverage: (known: number, all: number) => `known for ${number(known)} of ${number(all)} characters`,
  nobody: 'Nobody here can make that',
  nobodyHint: 'Try another word, or part of one. Members who share nothing do not appear.',
  none: 'No professions known yet',
  noneHint: 'They come with the characters of members who share them.',
  more: 'Show more',
  knows: (count: number) => plural(count, { one: '# recipe', other: '# recipes' }),
  stale: 'older: the game did not answer',
  neverPlayed: 'not seen yet',
  copyWhisper: (name: string) => `Copy a whisper to ${name}`,
  whisperFor: (recipe: string) => `Hi! Could you craft “${recipe}” for me?`,
  whisper: (profession: string) => `Hi! I need something from ${profession}. Do you have a minute?`,
  copied: 'Copied. Paste it into the game.',
  sharing: {
    label: 'My guilds may see what my characters can craft',
    hint: 'This also shares their gear, raids and reputations. Without it, nobody finds you here.',
    on: 'Your guilds see it now.',
    off: 'Your guilds no longer see it.',
  },
  csv: {
    hint: 'Download this view as CSV',
    recipe: 'Recipe',
    character: 'Character',
    person: 'Person',
    profession: 'Profession',
    skill: 'Skill',
    played: 'Last played',
  },
};
export type CraftersWords = typeof words;
