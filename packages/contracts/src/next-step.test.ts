import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ErrorReason } from './errors.ts';
import { nextStepOf, type Reason } from './next-step.ts';
import { SyncReason } from './sync-session.ts';

const REASONS: Reason[] = [...new Set([...ErrorReason.options, ...SyncReason.options])];
const wordsIn = (language: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `refusals/${language}.json`), 'utf8'));

test.each(['en', 'de', 'es', 'fr', 'pt-BR', 'ru'])(
  'every refusal and every failed sync has words in %s',
  (language) => {
    const words = wordsIn(language);
    expect(REASONS.length).toBeGreaterThan(100);
    expect(REASONS.filter((reason) => typeof words[reason] !== 'string' || words[reason] === '')).toEqual([]);
    expect(Object.keys(words).filter((reason) => !REASONS.some((known) => known === reason))).toEqual([]);
  },
);

test('the end of a session leads to the sign-in, a missing account to linking it, and the rest says what helps', () => {
  const by = Map.groupBy(REASONS, (reason) => nextStepOf({ reason }));
  expect(by.get('signIn')).toEqual(['not_signed_in', 'invalid_session', 'session_expired', 'ambiguous_credentials']);
  expect(by.get('signInAgain')).toEqual(['session_not_fresh']);
  expect(by.get('linkGame')).toEqual(
    expect.arrayContaining(['gameplatform_not_linked', 'gameplatform_token_expired', 'relink_required']),
  );
  expect(by.get('join')).toEqual(expect.arrayContaining(['not_a_member', 'event_not_found']));
  expect(by.get('none')).toContain('organization_archived');
  expect(nextStepOf({ reason: undefined })).toBe('none');
});
