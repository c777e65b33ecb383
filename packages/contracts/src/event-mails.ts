import { z } from 'zod';
import { bodyFlag } from './primitives.ts';

/** The event mails a person receives. */
export const EventMailsView = z
  .object({ reminder: z.boolean(), promotion: z.boolean(), roleGap: z.boolean() })
  .meta({ id: 'EventMails', examples: [{ reminder: true, promotion: true, roleGap: false }] });
export type EventMailsView = z.infer<typeof EventMailsView>;

export const EventMailsInput = z.strictObject({
  reminder: bodyFlag('A day and an hour before the start').optional(),
  promotion: bodyFlag('When a waitlisted participant gets a slot').optional(),
  roleGap: bodyFlag('When an event they created still lacks people').optional(),
});
export type EventMailsInput = z.infer<typeof EventMailsInput>;
