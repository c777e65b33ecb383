import { defineEntity, p } from '@mikro-orm/core';
import { id } from '../../core/db/columns.ts';

/**
 * A holiday of the game in one year. Whole days: it begins and ends by each realm's clock, and so has the same dates in
 * every region. `endsAt` is its last day.
 */
export const Holiday = defineEntity({
  name: 'Holiday',
  properties: {
    id: id(),
    key: p.text(),
    year: p.smallint(),
    startsAt: p.date(),
    endsAt: p.date(),
    names: p.json<Record<string, string>>(),
  },
  uniques: [{ name: 'holiday_once', properties: ['key', 'startsAt'] }],
  indexes: [{ name: 'holiday_by_day', properties: ['startsAt', 'endsAt'] }],
  checks: [{ name: 'holiday_has_a_day', expression: 'ends_at >= starts_at' }],
});
