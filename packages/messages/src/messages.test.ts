import { expect, test } from 'vitest';
import { type Catalogue, type Language, readCatalogue } from './catalogue.ts';
import { differences } from './check.ts';
import { compile } from './compile.ts';
import { type Texts, textsOf } from './format.ts';
import { moduleOf, moduleText } from './types.ts';
import { unusedMessages } from './unused.ts';

const CATALOGUE = {
  '//plain': 'A note for translators.',
  plain: "It’s `plain` \\ “quoted” at $'{'1'}'",
  named: '{actor} moved {person}',
  group: {
    count: '{count, plural, =0 {Nothing new} one {# new} other {# new}}',
    event: '{title} has {count, plural, one {# sign-up of {name}} other {# sign-ups of {name}}}',
    role: '{role, select, none {Sign up} other {Sign up as {role}}}',
    size: '{size, number} players',
    braces: "Write '{name}'",
  },
};

/** Both readers of messages: what browsers load, and what the server reads. */
const readers: [string, (catalogue: Catalogue) => Promise<Texts>][] = [
  [
    'compiled',
    async (catalogue) => {
      const counting = `data:text/javascript,${encodeURIComponent(COUNTING)}`;
      return (await import(`data:text/javascript,${encodeURIComponent(compile(catalogue, counting))}`)).words;
    },
  ],
  ['read', async (catalogue) => textsOf(catalogue, 'en')],
];
const COUNTING = `export const number = (value) => value.toLocaleString('en');
  export const pluralForm = (count, one, other) => (count === 1 ? one : other);
  export const plural = (count, ...forms) => pluralForm(count, ...forms).replaceAll('#', number(count));`;

test.each(readers)('messages say the same, %s', async (_, read) => {
  const words = await read(CATALOGUE);
  const say = (key: string, values: Record<string, string | number>) => {
    const text = key.split('.').reduce<Texts[string]>((at, name) => (at as Texts)[name] ?? '', words);
    return typeof text === 'function' ? text(values) : text;
  };
  expect(words).not.toHaveProperty('//plain');
  expect(words.plain).toBe(`It’s \`plain\` \\ “quoted” at ${'$'}{1}`);
  expect(say('named', { actor: '$&', person: '{x}' })).toBe('$& moved {x}');
  expect(say('group.count', { count: 0 })).toBe('Nothing new');
  expect(say('group.count', { count: 1_234 })).toBe('1,234 new');
  expect(say('group.event', { title: '#1', count: 1, name: '#2' })).toBe('#1 has 1 sign-up of #2');
  expect(say('group.event', { title: '#1', count: 2, name: '#2' })).toBe('#1 has 2 sign-ups of #2');
  expect(say('group.role', { role: 'none' })).toBe('Sign up');
  expect(say('group.role', { role: 'Tank' })).toBe('Sign up as Tank');
  expect(say('group.size', { size: 1_000 })).toBe('1,000 players');
  expect(words.group).toMatchObject({ braces: 'Write {name}' });
});

test.each<[string, Language, Catalogue, string]>([
  ['a message that is missing', 'de', {}, 'a is missing'],
  ['a message that English lacks', 'de', { a: '{n}', b: 'B' }, 'b is not in en.json'],
  ['another placeholder', 'de', { a: '{m}' }, 'a has the placeholders {m}; en.json has {n}'],
  ['an empty text', 'de', { a: ' ' }, 'a is empty'],
  [
    'a plural form that Russian needs',
    'ru',
    { a: '{n, plural, one {#} other {#}}' },
    'a needs the forms one, few, many, other of {n}, and has one, other',
  ],
])('the check names %s', (_, language, catalogue, problem) => {
  expect(differences(language, { a: '{n}' }, catalogue)).toContain(problem);
});

test.each(['{count, plural, one {#}}', '{at, date}', '{count, number, percent}', 'an open {brace'])(
  'refuses a message it cannot compile: %s',
  (message) => {
    expect(() => compile({ message }, '')).toThrow(message.slice(0, 10));
  },
);

test('the check names messages that no source uses', () => {
  const english = { title: 'T', gone: 'G', states: { on: 'On', off: 'Off' }, kinds: { a: 'A' }, errors: { b: 'B' } };
  const source = 'const { kinds: names, errors } = xWords.use(); show(words.title, words.states[state], names[kind]);';
  expect(unusedMessages(english, source)).toEqual(['gone', 'errors.b']);
});

test('the type of a message names its placeholders', () => {
  const root = new URL('../../..', import.meta.url).pathname;
  const text = moduleText(root, 'apps/server/src/discord/words/discord');
  expect(moduleOf(root, 'apps/web/src/i18n/core')).toBe('apps/web/src/i18n/core.words.ts');
  expect(text).toContain('signedUp: (values: { title: string; when: string }) => string;');
  expect(text).toContain('members: (values: { count: number }) => string;');
  expect(readCatalogue(`${root}/apps/server/src/discord/words/discord/en.json`)).toHaveProperty('buttons');
});
