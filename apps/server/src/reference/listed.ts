import { p } from '@mikro-orm/core';

/** False once the platform does not list it any more; it stays, because events, characters or guilds may be about it. */
export const listed = () => p.boolean().default(true);
