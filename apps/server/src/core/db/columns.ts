/** Column shapes that every table shares. */
import { type EntityProperty, type Platform, p, raw, Type } from '@mikro-orm/core';
import { uuidv7 } from '../uuid.ts';

/** Primary key: a UUIDv7, which an entity has before it is written. */
export const id = () =>
  p
    .uuid()
    .primary()
    .defaultRaw('uuidv7()')
    .onCreate(() => uuidv7());

/** A point in time: ISO-8601 in UTC, as statements read it and as the API shows it. */
class Instant extends Type<string, string> {
  override getColumnType(property: EntityProperty, platform: Platform): string {
    return platform.getDateTimeTypeDeclarationSQL({ length: property.length ?? 3 });
  }
}

export const instant = () => p.type(Instant).length(3);

export const createdAt = () => instant().defaultRaw('now()');

/** The database's time, to assign to an instant: the beginning of the transaction. An update reads it back, an insert does not. */
export const now = (plus?: string): string =>
  // The library takes fragments of SQL for any type, and its types do not say so.
  raw<string>(plus ? `now() + interval '${plus}'` : 'now()') as unknown as string;
