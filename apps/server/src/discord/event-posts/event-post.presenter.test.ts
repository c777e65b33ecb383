import { EventRole, EventStatus } from '@guildhall/contracts/event.ts';
import { messageBody } from '@guildhall/simulator/discord/message-limits.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../core/services/spoken-languages.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { type PostedEvent, type PostedParticipant, presentEventPost } from './event-post.presenter.ts';

const PAGE = `https://guild.example/events/${uuidv7()}`;

function posted(change: Partial<PostedEvent> = {}): PostedEvent {
  return {
    id: uuidv7(),
    title: 'Raid night',
    description: null,
    instance: null,
    type: 'raid',
    status: 'published',
    startsAt: 1_800_000_000,
    endsAt: 1_800_010_000,
    closesAt: 1_799_990_000,
    isClosed: false,
    isArchived: false,
    slots: [
      { roleKey: 'tank', max: 2, taken: 1 },
      { roleKey: 'healer', max: 4, taken: 0 },
    ],
    participants: [],
    declined: 0,
    reserves: null,
    detail: 'names',
    ...change,
  };
}

const person = (change: Partial<PostedParticipant> = {}): PostedParticipant => ({
  name: 'Pell',
  realm: 'highmere',
  roleKey: 'tank',
  status: 'signed_up',
  position: null,
  hasNote: false,
  lateMinutes: null,
  ...change,
});

const fieldsOf = (event: PostedEvent) => presentEventPost(event, 'en', PAGE).embeds[0]?.fields;

test('a post shows attendees by role, the waitlist and the undecided', () => {
  const event = posted({
    participants: [
      person({ hasNote: true, lateMinutes: 30 }),
      person({ name: 'Osric', status: 'waitlist', roleKey: 'healer', position: 2 }),
      person({ name: 'Ysolde', status: 'waitlist', roleKey: 'healer', position: 1 }),
      person({ name: 'Kessa', status: 'tentative', roleKey: null }),
    ],
    declined: 3,
  });
  const { content, embeds, components } = presentEventPost(event, 'en', PAGE);
  expect(content).toBe('Sign up: Raid night');
  expect(embeds[0]?.description).toBe(
    '<t:1800000000:F> – <t:1800010000:t> (<t:1800000000:R>)\nSign-ups close <t:1799990000:R>',
  );
  expect(embeds[0]?.footer).toEqual({ text: 'Can’t make it: 3' });
  expect(embeds[0]?.fields).toEqual([
    { name: 'Tank 1/2', value: 'Pell ⏱ 30 ✎', inline: true },
    { name: 'Healer 0/4', value: '–', inline: true },
    { name: 'Waitlist 2', value: 'Healer: 1 Ysolde · 2 Osric', inline: false },
    { name: 'Maybe 1', value: 'Kessa', inline: false },
  ]);
  expect(components.map((row) => row.components.map(({ label }) => label))).toEqual([
    ['Tank', 'Healer'],
    ['Maybe', 'Can’t make it', 'Late or note', 'My answer', 'Open the page'],
  ]);
});

test('adds the realm to characters of the same name', () => {
  const participants = [person(), person({ realm: 'stormvale' }), person({ name: 'Osric' })];
  expect(fieldsOf(posted({ participants }))?.[0]?.value).toBe('Pell-highmere, Pell-stormvale, Osric');
});

test('shows no names when only counts are wanted', () => {
  const event = posted({ detail: 'counts', participants: [person(), person({ status: 'waitlist', position: 1 })] });
  expect(fieldsOf(event)).toEqual([{ name: 'Coming 1', value: 'Tank 1/2 · Healer 0/4 · Waitlist 1', inline: false }]);
  expect(JSON.stringify(presentEventPost(event, 'en', PAGE))).not.toContain('Pell');
});

test('closed sign-ups leave only declining and notes, and an ended event has no buttons', () => {
  const disabled = presentEventPost(posted({ isClosed: true }), 'en', PAGE).components.map((row) =>
    row.components.map((button) => button.disabled === true),
  );
  expect(disabled).toEqual([
    [true, true],
    [true, false, false, false, false],
  ]);
  for (const status of ['cancelled', 'completed'] as const) {
    expect(presentEventPost(posted({ status }), 'en', PAGE).components).toEqual([]);
  }
});

const NASTY = ['_*~`|', '@everyone', '<@&5>', '<t:0:R>', '[x](https://evil.example)', '\u202e', '😀', 'ß', 'Pell', 'x'];
const nastyText = (maxLength: number) =>
  fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength }).map((parts) => parts.join(''));
const people = fc.array(
  fc.record({
    name: nastyText(3),
    realm: fc.constantFrom('highmere', 'stormvale'),
    roleKey: fc.constantFrom(...EventRole.options),
    status: fc.constantFrom('signed_up', 'waitlist', 'tentative'),
    position: fc.integer({ min: 1, max: 500 }),
    hasNote: fc.boolean(),
    lateMinutes: fc.option(fc.integer({ min: 1, max: 240 })),
  }),
  { minLength: 450, maxLength: 500, size: 'max' },
);

test('E-05: the message is valid for any 500 names, and cuts no name', () => {
  const events = fc.record({
    title: nastyText(40),
    description: fc.option(nastyText(1_500)),
    participants: people,
    status: fc.constantFrom(...EventStatus.options),
    slots: fc.constant(EventRole.options.map((roleKey) => ({ roleKey, max: 500, taken: 100 }))),
    declined: fc.nat(500),
    reserves: fc.option(
      fc.record({
        coming: fc.nat(500),
        others: fc.nat(500),
        locksAt: fc.constant(1_799_990_000),
        isLocked: fc.boolean(),
      }),
    ),
    detail: fc.constantFrom('names', 'counts'),
  });
  fc.assert(
    fc.property(events, fc.constantFrom(...LANGUAGES), (change, language) => {
      const message = presentEventPost(posted(change as Partial<PostedEvent>), language, PAGE);
      const parsed = messageBody.safeParse(message);
      if (!parsed.success) throw new Error(JSON.stringify(parsed.error.issues));
      expect(message.content.isWellFormed()).toBe(true);
      for (const { value } of message.embeds[0]?.fields ?? []) {
        expect(value.isWellFormed()).toBe(true);
        // Signs with a meaning stand only behind a backslash.
        expect(value).not.toMatch(/(?<!\\)[*_~`|<>[\]]/);
      }
    }),
    { numRuns: 60 },
  );
});

test('E-05: titles and names cannot mention a member or hide a link behind text', () => {
  const title = '@everyone <@&5> [raid](https://evil.example) \u202eevil';
  const event = posted({ title, participants: [person({ name: '<@5>' }), person({ name: '@here' })] });
  const { content, embeds } = presentEventPost(event, 'en', PAGE);
  expect(content).not.toMatch(/@everyone|<@|\]\(|\u202e|:\/\//);
  expect(embeds[0]?.title).not.toMatch(/@everyone|(?<!\\)[<[]|\u202e/);
  expect(embeds[0]?.fields?.[0]?.value).toBe('\\<@\u200b5\\>, @\u200bhere');
});
