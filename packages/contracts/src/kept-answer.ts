/** Answers to events that are kept until the characters of the person are there. */
import { z } from 'zod';
import { EventRole, SignUpAnswer } from './event.ts';
import { Id, Instant } from './primitives.ts';

export const KeepAnswerInput = z.strictObject({
  eventId: Id,
  status: SignUpAnswer,
  roleKey: EventRole.nullable().default(null).meta({
    description: 'The role they would play. Null: the first one of their character that the event has',
  }),
});
export type KeepAnswerInput = z.infer<typeof KeepAnswerInput>;

export const KeptAnswerView = z
  .object({
    eventId: z.string(),
    status: SignUpAnswer,
    roleKey: EventRole.nullable(),
    keptAt: Instant,
  })
  .meta({
    id: 'KeptAnswer',
    examples: [
      {
        eventId: '0199d3a0-0000-7000-8000-000000000002',
        status: 'signed_up',
        roleKey: 'healer',
        keptAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type KeptAnswerView = z.infer<typeof KeptAnswerView>;

export const KeptAnswersView = z.object({ answers: z.array(KeptAnswerView) }).meta({ id: 'KeptAnswers' });
export type KeptAnswersView = z.infer<typeof KeptAnswersView>;
