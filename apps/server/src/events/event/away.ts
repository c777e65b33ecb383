/** Whether a person is away when an event `e` begins: from its guild or from all. A condition of SQL. */
export const isAway = (userId: string) => `exists (
  select from absence away where away.user_id = ${userId} and away.starts_at <= e.starts_at and away.ends_at > e.starts_at
    and (away.organization_id is null or away.organization_id = e.organization_id))`;
