import { EventRole, SignUpAnswer } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';

/**
 * An answer of a person whose characters are not there yet. No foreign key leads to the event: a stranger may name any id,
 * and must not learn from the outcome whether there is such an event.
 */
export const KeptAnswer = defineEntity({
  name: 'KeptAnswer',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    eventId: p.uuid().primary(),
    status: p.enum(SignUpAnswer.options),
    roleKey: p.enum(EventRole.options).nullable(),
    keptAt: instant(),
  },
});
