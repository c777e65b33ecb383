import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import { expect, test } from 'vitest';
import { LANGUAGES, languageOf } from '../../core/services/spoken-languages.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { customId, parseCustomId } from '../../guilds/chat/custom-id.ts';
import { discordWords } from './discord.words.ts';

test('a custom id survives a round trip and fits Discord’s limit', () => {
  const id = uuidv7();
  const made = [
    [customId.signUp(id, 'healer'), { kind: 'signup', parts: [id, 'healer'] }],
    [customId.signUp(id, null), { kind: 'signup', parts: [id, null] }],
    [customId.answer(id, 'declined'), { kind: 'answer', parts: [id, 'declined'] }],
    [customId.character(id, 'tank'), { kind: 'character', parts: [id, 'tank'] }],
    [customId.late(id), { kind: 'late', parts: [id] }],
    [customId.mine(id), { kind: 'mine', parts: [id] }],
    [customId.event(id), { kind: 'event', parts: [id] }],
    [customId.works(), { kind: 'works', parts: [] }],
    [customId.page('roster', id, 9_999), { kind: 'roster', parts: [id, 9_999] }],
  ] as const;
  for (const [text, parsed] of made) {
    expect(text.length).toBeLessThanOrEqual(100);
    expect(parseCustomId(text)).toEqual(parsed);
  }
});

test.each([
  '',
  'g1',
  'g1|',
  'g1|toString|x',
  'g1|__proto__',
  'g0|works',
  'g1|works|more',
  'g1|signup|short|healer',
  'g1|signup|AZTToABxfEGaUh8MK41Obw|bard',
  'g1|mine|AZTToABxfEGaUh8MK41Ob%',
  `g1|mine|${'A'.repeat(90)}`,
  'g1|roster|AZTToABxfEGaUh8MK41Obw|0',
])('refuses a foreign custom id: %s', (text) => {
  expect(parseCustomId(text)).toBeNull();
});

test('escapes markdown and mentions in user text', () => {
  expect(escapeMarkdown('# Night-time of _many_ *stars*')).toBe('\\# Night-time of \\_many\\_ \\*stars\\*');
  for (const text of ['@everyone', '<@&420000000000000001>', '<t:0:F>', '[a](https://b.example)', '\u202eabc', 'a://b'])
    expect(escapeMarkdown(text)).not.toMatch(/@everyone|(?<!\\)<@|(?<!\\)<t:|\]\(|\u202e|(?<!\\):\/\//);
});

test('picks the first supported language', () => {
  expect(languageOf('es-419')).toBe('es');
  expect(languageOf('ja', 'de_DE')).toBe('de');
  expect(languageOf('ko', null, undefined)).toBe('en');
});

test('texts fit Discord’s limits', () => {
  for (const language of LANGUAGES) {
    const { buttons, late, character } = discordWords(language);
    expect(Object.values(buttons).filter((label) => label.length > 80)).toEqual([]);
    for (const label of [late.title, late.minutes, late.note]) expect(label.length).toBeLessThanOrEqual(45);
    expect(character.placeholder.length).toBeLessThanOrEqual(150);
  }
});
