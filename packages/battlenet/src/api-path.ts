import { BattlenetError } from './errors.ts';

/**
 * Builds an API path, percent-encoding each value as exactly one segment. A value that cannot be a segment (empty,
 * `..`, a lone surrogate) cannot name anything on the platform, so it is `not_found` without a request and never
 * reaches another endpoint.
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
