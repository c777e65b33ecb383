/** Linking a Discord account, and what a person wanted there before it was linked. */
import { z } from 'zod';
import { EventRef, EventRole, SignUpAnswer } from './event.ts';
import { RecordRef } from './organization.ts';

export const DiscordWishesView = z
  .object({
    linked: z.boolean().meta({ description: 'Whether the caller has linked a Discord account' }),
    wishes: z
      .array(
        z.object({
          event: EventRef,
          organization: RecordRef,
          status: SignUpAnswer,
          roleKey: EventRole.nullable(),
          character: RecordRef.nullable().meta({
            description: 'The character to come with; null if none of the caller’s fits',
          }),
        }),
      )
      .meta({ description: 'Answers that the caller wanted to give within the last hour, and has not given' }),
  })
  .meta({
    id: 'DiscordWishes',
    examples: [
      {
        linked: true,
        wishes: [
          {
            event: {
              id: '0199d3a0-0000-7000-8000-000000000001',
              title: 'Raid night',
              startsAt: '2026-11-20T20:00:00.000Z',
            },
            organization: { id: '0199d3a0-0000-7000-8000-000000000009', name: 'The Emberforge' },
            status: 'signed_up',
            roleKey: 'healer',
            character: { id: '0199d3a0-0000-7000-8000-000000000003', name: 'Brynhild' },
          },
        ],
      },
    ],
  });
export type DiscordWishesView = z.infer<typeof DiscordWishesView>;
