import { p } from '@mikro-orm/core';

/** False once the platform no longer lists it; the row stays, because events, characters or guilds may refer to it. */
export const listed = () => p.boolean().default(true);
