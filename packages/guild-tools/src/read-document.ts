import type { z } from 'zod';
import { checkText } from './decode-text.ts';
import { FormatError } from './format-error.ts';

/** Reads a JSON document of a source. `called` names it in refusals: "an event of Raid-Helper". Throws `FormatError`. */
export function readDocument<T>(text: string, schema: z.ZodType<T>, called: string): T {
  return checkDocument(parseJson(checkText(text)), schema, called);
}

export function checkDocument<T>(document: unknown, schema: z.ZodType<T>, called: string): T {
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const field = path.map(String).join('.') || null;
  throw new FormatError(
    'another_format',
    field === null ? `This is not ${called}.` : `This is not ${called}: ${field} is missing or not what it should be.`,
    { field },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const line = lineOf(text, error instanceof Error ? error.message : '');
    const where = line === null ? '' : ` at line ${line}`;
    throw new FormatError('not_json', `The text is not valid JSON${where}. It may be cut: copy it again.`, { line });
  }
}

/** Messages about the end of a text name no position. */
function lineOf(text: string, message: string): number | null {
  const at = /position (\d+)/.exec(message)?.[1];
  const before = at !== undefined ? text.slice(0, Number(at)) : /\bend\b/.test(message) ? text.trimEnd() : null;
  return before === null ? null : before.split('\n').length;
}
