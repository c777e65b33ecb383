import { AppError } from './errors.ts';

/** The REST bridge hands path parameters on as they stand in the URL: percent-decode them, each as one segment. */
export function decodePathInput(path: string, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const decoded: Record<string, unknown> = { ...input };
  for (const [, name = ''] of path.matchAll(/\{(.+?)\}/g)) {
    const value = decoded[name];
    if (typeof value === 'string') decoded[name] = decodeSegment(value);
  }
  return decoded;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('BAD_REQUEST', 'invalid_input', 'The address has a malformed % sequence.');
  }
}
