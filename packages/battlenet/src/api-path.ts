import { BattlenetError } from './errors.ts';

/**
 * Builds a path of the API: every value becomes exactly one percent-encoded segment. A value that cannot be one (empty,
 * `..`, half a surrogate pair) names nothing the platform has, so it is `not_found` without a request; it must never
 * reach another endpoint.
 */
export function apiPath(template: TemplateStringsArray, ...values: (string | number)[]): string {
  return template.reduce((built, text, index) => `${built}${encodeSegment(values[index - 1] ?? '', template)}${text}`);
}

function encodeSegment(value: string | number, template: TemplateStringsArray): string {
  const text = String(value);
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new BattlenetError('not_found', { path: template.join('…'), reason: 'not a path segment' });
  }
  return encodeURIComponent(text);
}
