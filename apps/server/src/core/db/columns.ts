/** Column shapes that every table shares. */
import { p } from '@mikro-orm/core';

/** Primary key: a UUIDv7. */
export const id = () => p.uuid().primary().defaultRaw('uuidv7()');

export const instant = () => p.datetime(3);

export const createdAt = () => instant().defaultRaw('now()');
