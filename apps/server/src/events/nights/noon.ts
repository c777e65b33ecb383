/**
 * Needs an event `e` in scope: noon of the day after its evening, on its own clock. An evening lasts until six in the morning, so one
 * that ends after midnight is told of at the next noon.
 */
export const NOON = `(((e.ends_at at time zone known_zone(e.time_zone)) - interval '6 hours')::date + 1 + time '12:00') at time zone known_zone(e.time_zone)`;
