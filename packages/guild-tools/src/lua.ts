/**
 * Reads the literals of a Lua file, as addons save them: `NAME = value` and tables of strings, numbers, booleans and
 * nil. Nothing is run: a call, an operator or a function is refused.
 */
import { checkText } from './decode-text.ts';
import { FormatError } from './format-error.ts';

export type LuaValue = string | number | boolean | null | LuaTable;
/** Keys are written as text: `[1]` and `["1"]` are the same here, which no addon relies on. */
export type LuaTable = Map<string, LuaValue>;

const MAX_DEPTH = 50;

/** The variables that the file sets. Throws `FormatError` with the line. */
export function readLua(text: string): LuaTable {
  const reader = createReader(checkText(text));
  const variables: LuaTable = new Map();
  for (reader.skip(); !reader.isAtEnd(); reader.skip()) {
    const name = reader.take(/[A-Za-z_]\w*/y) ?? reader.refuse('expects a name');
    reader.expect('=');
    variables.set(name, value(reader, 1));
    reader.accept(';');
  }
  return variables;
}

type Reader = ReturnType<typeof createReader>;

function createReader(text: string) {
  let at = 0;

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return null;
    at = pattern.lastIndex;
    return match[0];
  }

  function refuse(problem: string): never {
    const line = lineAt();
    throw new FormatError('not_lua', `Line ${line} ${problem}. Choose the file that the addon saved.`, { line });
  }

  const lineAt = () => text.slice(0, at).split('\n').length;

  function skip(): void {
    for (;;) {
      take(/\s+/y);
      if (!text.startsWith('--', at)) return;
      at += 2;
      const level = take(/\[=*\[/y);
      if (level === null) take(/[^\n]*/y);
      else closeLong(level);
    }
  }

  /** The text up to the bracket that closes `[[` or `[==[`. */
  function closeLong(open: string): string {
    const close = open.replaceAll('[', ']');
    const end = text.indexOf(close, at);
    if (end < 0) refuse('opens a bracket that is never closed');
    const inner = text.slice(at, end).replace(/^\r?\n/, '');
    at = end + close.length;
    return inner;
  }

  function accept(token: string): boolean {
    skip();
    if (!text.startsWith(token, at)) return false;
    at += token.length;
    return true;
  }

  function expect(token: string): void {
    if (!accept(token)) refuse(`expects ${token}`);
  }

  return { take, refuse, skip, accept, expect, closeLong, isAtEnd: () => at >= text.length, lineAt };
}

function value(reader: Reader, depth: number): LuaValue {
  if (depth > MAX_DEPTH) {
    const line = reader.lineAt();
    throw new FormatError('too_deep', `Line ${line} has more than ${MAX_DEPTH} tables within each other.`, { line });
  }
  reader.skip();
  if (reader.accept('{')) return table(reader, depth);
  const quoted = reader.take(/"(?:[^"\\\r\n]|\\[\s\S])*"|'(?:[^'\\\r\n]|\\[\s\S])*'/y);
  if (quoted !== null) return unescaped(reader, quoted.slice(1, -1));
  const long = reader.take(/\[=*\[/y);
  if (long !== null) return reader.closeLong(long);
  const number = reader.take(/-?(?:0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy);
  if (number !== null) return number.startsWith('-0x') ? -Number(number.slice(1)) : Number(number);
  const word = reader.take(/[A-Za-z_]\w*/y);
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'nil') return null;
  return reader.refuse('has something other than a text, a number, a table, true, false or nil');
}

function table(reader: Reader, depth: number): LuaTable {
  const entries: LuaTable = new Map();
  let position = 0;
  while (!reader.accept('}')) {
    const key = fieldName(reader);
    const held = value(reader, depth + 1);
    if (key === null) position += 1;
    entries.set(key ?? String(position), held);
    if (!reader.accept(',') && !reader.accept(';')) {
      reader.expect('}');
      break;
    }
  }
  return entries;
}

/** `["key"] =`, `[1] =` or `key =`; null for an entry that is known by its position. */
function fieldName(reader: Reader): string | null {
  reader.skip();
  const name = reader.take(/[A-Za-z_]\w*(?=\s*=(?!=))/y);
  if (name !== null) {
    reader.expect('=');
    return name;
  }
  if (reader.take(/\[(?![[=])/y) === null) return null;
  const key = value(reader, MAX_DEPTH);
  if (typeof key !== 'string' && typeof key !== 'number') return reader.refuse('has a key that is no text or number');
  reader.expect(']');
  reader.expect('=');
  return String(key);
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', a: '', b: '', f: '', v: '' };

/** Decimal and hexadecimal escapes are bytes of UTF-8, so they are collected before they become text. */
function unescaped(reader: Reader, raw: string): string {
  if (!raw.includes('\\')) return raw;
  const bytes: Buffer[] = [];
  for (const [part] of raw.matchAll(/\\(?:\d{1,3}|x[0-9a-fA-F]{2}|z\s*|\r?\n|[\s\S])|[^\\]+/g)) {
    bytes.push(escaped(reader, part));
  }
  return Buffer.concat(bytes).toString('utf8');
}

function escaped(reader: Reader, part: string): Buffer {
  if (!part.startsWith('\\')) return Buffer.from(part);
  const code = part.slice(1);
  if (/^\d/.test(code))
    return Number(code) < 256 ? Buffer.from([Number(code)]) : reader.refuse('has an unknown escape');
  if (/^x/.test(code)) return Buffer.from([Number.parseInt(code.slice(1), 16)]);
  if (code.startsWith('z')) return Buffer.alloc(0);
  return Buffer.from(ESCAPES[code] ?? code.replace(/\r?\n/, '\n'));
}
