/** Column shapes that every table shares. */
import { p } from '@mikro-orm/core';
import { uuidv7 } from '../uuid.ts';

/** Primary key: a UUIDv7, generated here so that a row has its id before the insert; bulk writes leave it to SQL. */
export const id = () =>
  p
    .uuid()
    .primary()
    .defaultRaw('uuidv7()')
    .onCreate(() => uuidv7());

export const instant = () => p.datetime(3);

export const createdAt = () =>
  instant()
    .defaultRaw('now()')
    .onCreate(() => new Date());
