/**
 * Describes invalid input to a caller who never saw the schema: each message continues the name of the field. Importing
 * this file applies the messages to every schema of the process.
 */
import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

z.config({ localeError: (issue) => describe(issue) });

function describe(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      if (SIZES[issue.origin] && Number(issue.minimum) === 1) return 'must not be empty';
      return bound(issue, 'at least', issue.minimum);
    case 'too_big':
      return bound(issue, 'at most', issue.maximum);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'must have the format that the API reference shows';
    case 'unrecognized_keys':
      return `has no ${issue.keys.length > 1 ? 'fields' : 'field'} ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}: leave it out`;
    case 'invalid_union':
      return 'has none of the forms that the API reference shows';
    default:
      return 'is not valid: see the API reference';
  }
}

function bound(
  { origin, exact }: { origin: string; exact?: boolean | undefined },
  limit: string,
  value: number | bigint,
) {
  const size = SIZES[origin];
  const amount = exact ? `exactly ${value}` : `${limit} ${value}`;
  return size ? `must have ${amount} ${size}` : `must be ${amount}`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (Number.isNaN(input)) return 'something else';
  return TYPES[typeof input] ?? typeof input;
}

const TYPES: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const SIZES: Record<string, string> = { string: 'characters', array: 'entries', set: 'entries' };

const FORMATS: Record<string, string> = {
  uuid: 'must be a UUID, such as 0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
  datetime: 'must be a time with an offset, such as 2026-12-01T19:00:00Z',
  date: 'must be a day, such as 2026-12-01',
  url: 'must be an address, such as https://example.org',
  email: 'must be an e-mail address, such as brynhild@example.org',
  safeint: 'must be a whole number',
};
