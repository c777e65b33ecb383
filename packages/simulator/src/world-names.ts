import type { Random } from './random.ts';

const onsets = 'b br c cr d dr f fr g gl h j k kl l m n p r s sh sk st t th tr v w y z'.split(' ');
const vowels = 'a e i o u a e i o ae ei ia ou y'.split(' ');
const links = 'l r n m d v s th rr ll nd rk z lm rn sk v ld'.split(' ');
const endings = ['n', 'r', 's', 'th', 'l', 'x', 'm', 'nn', 'd', 'wyn', 'ric', 'mir', 'dra', 'len', '', ''];
const accents = new Map<string, readonly string[]>([
  ['a', ['á', 'à', 'â', 'ä', 'å']],
  ['e', ['é', 'è', 'ê', 'ë']],
  ['i', ['í', 'î', 'ï']],
  ['o', ['ó', 'ô', 'ö', 'ø']],
  ['u', ['ú', 'û', 'ü']],
  ['c', ['ç']],
  ['n', ['ñ']],
]);
const cyrillic = 'бра вел гор дар жан зор кир лад мил нор рос сим тал фен хар яро'.split(' ');
const hangul = [...'가나다라마바사하노루미서윤별달빛솔은'];

/** Random syllables form rude words too; excluding these pieces keeps a demo presentable. */
const unwanted = /ass|cum|di[ck]|fa[gk]|fu[ck]|hit|nazi|nig|pis|rap[ei]|sex|shi[dt]|slu|tit|tur?d|coc?k|whor/;

const longest = 12;

function latin(random: Random): string {
  const kind = random.next();
  if (kind < 0.015) return random.pick([...'bdfhjklmnrstvz']) + random.pick([...'aeiouy']);

  let name = random.pick(onsets) + random.pick(vowels) + random.pick(links) + random.pick(vowels);
  if (random.chance(0.35)) name += random.pick(links) + random.pick(vowels);
  name += random.pick(endings);
  if (kind < 0.03) {
    while (name.length < longest) name += random.pick(links) + random.pick(vowels);
    name = name.slice(0, longest);
  }
  return random.chance(0.08) ? accented(random, name) : name;
}

function accented(random: Random, name: string): string {
  const letters = [...name];
  const places = letters.flatMap((letter, index) => (accents.has(letter) ? [index] : []));
  if (places.length === 0) return name;
  const place = random.pick(places);
  return letters
    .map((letter, index) => (index === place ? random.pick(accents.get(letter) ?? [letter]) : letter))
    .join('');
}

function candidate(random: Random): string {
  const script = random.next();
  if (script < 0.012) return random.pick(cyrillic) + random.pick(cyrillic) + (random.chance(0.5) ? 'а' : '');
  if (script < 0.024) return Array.from({ length: random.integer(2, 4) }, () => random.pick(hangul)).join('');
  return latin(random);
}

/**
 * Invents a character name of 2 to 12 letters: mostly Latin, some with accents, a few Cyrillic or Hangul. Tries until
 * `isFree` accepts one.
 */
export function inventName(random: Random, isFree: (name: string) => boolean): string {
  for (let attempt = 0; attempt < 100_000; attempt += 1) {
    const lower = candidate(random);
    if (lower.length > longest || unwanted.test(lower)) continue;
    const name = lower.charAt(0).toUpperCase() + lower.slice(1);
    if (isFree(name)) return name;
  }
  throw new Error('The world has run out of names');
}
