/** An SQL condition: whether a person is away, from one guild or all, when the event `e` begins. */
export const isAway = (userId: string) => `exists (
  select from absence away where away.user_id = ${userId} and away.starts_at <= e.starts_at and away.ends_at > e.starts_at
    and (away.organization_id is null or away.organization_id = e.organization_id))`;
