/** Reads messages in ICU syntax: plain text, `{name}`, `{count, number}`, `{count, plural, …}` and `{kind, select, …}`. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

export type Part =
  | string
  | { kind: 'text'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'plural'; name: string; options: Record<string, Part[]> }
  | { kind: 'select'; name: string; options: Record<string, Part[]> };

export function parseMessage(message: string): Part[] {
  try {
    return parse(message, { ignoreTag: true, requiresOtherClause: true }).flatMap((element) => partsOf(element, null));
  } catch (error) {
    throw new Error(`${JSON.stringify(message)}: ${error instanceof Error ? error.message : error}`);
  }
}

function partsOf(element: MessageFormatElement, count: string | null): Part[] {
  switch (element.type) {
    case TYPE.literal:
      return [element.value];
    case TYPE.argument:
      return [{ kind: 'text', name: element.value }];
    case TYPE.number:
      if (element.style) throw new Error('numbers have no style here');
      return [{ kind: 'number', name: element.value }];
    case TYPE.pound:
      // Only inside a plural, so there is a count.
      return [{ kind: 'number', name: count ?? '' }];
    case TYPE.plural:
      if (element.offset || element.pluralType !== 'cardinal') throw new Error('only plain plurals are known here');
      return [{ kind: 'plural', name: element.value, options: optionsOf(element.options, element.value) }];
    case TYPE.select:
      return [{ kind: 'select', name: element.value, options: optionsOf(element.options, count) }];
    default:
      throw new Error('dates, times and tags are not known here: format them before, and pass them as text');
  }
}

const optionsOf = (options: Record<string, { value: MessageFormatElement[] }>, count: string | null) =>
  Object.fromEntries(
    Object.entries(options).map(([key, { value }]) => [key, value.flatMap((element) => partsOf(element, count))]),
  );
