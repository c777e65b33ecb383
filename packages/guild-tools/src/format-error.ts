export type FormatReason =
  | 'too_large'
  | 'too_many_rows'
  | 'row_too_long'
  | 'not_text'
  | 'another_encoding'
  | 'not_json'
  | 'not_lua'
  | 'not_xml'
  | 'too_deep'
  | 'another_format'
  | 'another_kind'
  | 'missing_column'
  | 'invalid_value'
  | 'no_rows';

/**
 * A text that a parser refuses. `line` counts from 1, or is null where the whole text is meant; `field` is a path such
 * as `signUps.3.className` or the name of a column. Quotes nothing of the text, which belongs to others.
 */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly reason: FormatReason;
  readonly line: number | null;
  readonly field: string | null;

  constructor(reason: FormatReason, message: string, { line = null, field = null }: Partial<Place> = {}) {
    super(message);
    this.reason = reason;
    this.line = line;
    this.field = field;
  }
}

export type Place = { line: number | null; field: string | null };
