import { FormatError } from './format-error.ts';

/** The refusal of a parser; a test fails if there is none. */
export function refusalOf(parse: () => unknown): FormatError {
  try {
    parse();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
