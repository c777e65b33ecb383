import { object } from '../../core/db/statement.ts';

/** A person as others see them. */
export const Person = object({ id: 'uuid', displayName: 'text' });

/** The person `u`, or null where a join found no one. */
export const personOf = (u: string) =>
  `case when ${u}.id is not null then jsonb_build_object('id', ${u}.id, 'displayName', ${u}.display_name) end`;
