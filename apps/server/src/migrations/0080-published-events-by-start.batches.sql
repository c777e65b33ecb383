drop index concurrently if exists "event_published_by_start";
create index concurrently "event_published_by_start" on "event" ("starts_at", "id") where status = 'published';
