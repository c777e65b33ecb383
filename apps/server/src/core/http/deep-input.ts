import { badRequest } from '../errors.ts';

const MAX_DEPTH = 32;

/** Throws for an input nested so deeply that walking it could exhaust the stack. */
export function refuseDeepInput(input: unknown): void {
  if (deeperThan(input, MAX_DEPTH)) {
    throw badRequest('invalid_input', 'The input is nested too deeply. At most 32 levels are allowed.');
  }
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => deeperThan(child, levels - 1));
}
