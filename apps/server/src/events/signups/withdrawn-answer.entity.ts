import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { GuildEvent } from '../event/guild-event.entity.ts';

/**
 * A person took their answer back and has given none since. Only attendance reads it: for that, taking an answer back in
 * time is declining in time.
 */
export const WithdrawnAnswer = defineEntity({
  name: 'WithdrawnAnswer',
  properties: {
    event: () => p.manyToOne(GuildEvent).primary().deleteRule('cascade'),
    user: () => p.manyToOne(User).primary().deleteRule('cascade').index(),
    at: instant(),
  },
});
