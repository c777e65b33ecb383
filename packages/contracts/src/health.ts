import { z } from 'zod';

const Component = z
  .object({ status: z.string(), message: z.string().optional(), responseMs: z.number().optional() })
  .meta({ id: 'HealthOfComponent' });
const Components = z.record(z.string(), Component);

/** Health of the service; `error` holds the components that are down, `details` all of them. */
export const HealthView = z
  .object({
    status: z.enum(['ok', 'error']),
    version: z.string().meta({ description: 'The deployed version; when it changes, clients may want to reload' }),
    info: Components.nullable(),
    error: Components.nullable(),
    details: Components,
  })
  .meta({
    id: 'Health',
    examples: [
      {
        status: 'ok',
        version: '0.1.0',
        info: { database: { status: 'up' } },
        error: {},
        details: { database: { status: 'up' } },
      },
    ],
  });
export type HealthView = z.infer<typeof HealthView>;
