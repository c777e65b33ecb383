import { z } from 'zod';

/** The event mails a person receives. */
export const EventMailsView = z
  .object({
    reminder: z.boolean(),
    promotion: z.boolean(),
    placement: z.boolean(),
    roleGap: z.boolean(),
    byMessage: z.boolean().meta({
      description:
        'They come as direct messages of the bot on the chat platform; as mails while no account is linked there, or it takes no messages',
    }),
  })
  .meta({
    id: 'EventMails',
    examples: [{ reminder: true, promotion: true, placement: true, roleGap: false, byMessage: false }],
  });
export type EventMailsView = z.infer<typeof EventMailsView>;

export const EventMailsInput = z.strictObject({
  reminder: z.boolean().meta({ description: 'A day and an hour before the start' }).optional(),
  promotion: z.boolean().meta({ description: 'When a waitlisted participant gets a slot' }).optional(),
  placement: z.boolean().meta({ description: 'When an officer moves or removes them' }).optional(),
  roleGap: z.boolean().meta({ description: 'When an event they created still lacks people' }).optional(),
  byMessage: z.boolean().meta({ description: 'As direct messages on the chat platform instead of mails' }).optional(),
});
export type EventMailsInput = z.infer<typeof EventMailsInput>;
