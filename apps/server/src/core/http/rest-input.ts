/** Prepares an input before a schema sees it. */
import { AppError } from '../errors.ts';

const MAX_DEPTH = 32;

/** Throws for an input nested so deeply that walking it could exhaust the stack. */
export function refuseDeepInput(input: unknown): void {
  if (deeperThan(input, MAX_DEPTH)) {
    throw new AppError(
      'BAD_REQUEST',
      'invalid_input',
      'The input is nested too deeply. At most 32 levels are allowed.',
    );
  }
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => deeperThan(child, levels - 1));
}

/** Percent-decodes path parameters, each as one segment, because the REST bridge passes them on undecoded. */
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
    throw new AppError(
      'BAD_REQUEST',
      'invalid_input',
      'The address has a malformed % sequence. Percent-encode it as UTF-8.',
    );
  }
}
