import { z } from 'zod';

/** A boss in a path: its id in the journal, or `all`, which is null here. */
export const BossRef = z
  .string()
  .regex(/^(?:all|[1-9]\d{0,8})$/, 'must be the id of a boss in the journal, or `all`')
  .transform((ref) => (ref === 'all' ? null : Number(ref)))
  .meta({
    description: 'The journal’s id of a boss of the event’s instance, or `all` for the whole night',
    override: { type: 'string', pattern: '^(?:all|[1-9][0-9]{0,8})$', examples: ['all'] },
  });
