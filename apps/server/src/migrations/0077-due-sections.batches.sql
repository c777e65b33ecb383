drop index concurrently if exists "character_section_due";
create index concurrently "character_section_due" on "character_section" ("next_at", "character_id");
drop index concurrently if exists "character_section_next_at_index";
drop index concurrently if exists "character_section_checked";
create index concurrently "character_section_checked" on "character_section" (coalesce("fetched_at", "next_at"));
drop index concurrently if exists "character_never_enriched";
create index concurrently "character_never_enriched" on "character" ("id") where enriched_at is null and archived_at is null and source = 'synced';
drop index concurrently if exists "roster_section_checked";
create index concurrently "roster_section_checked" on "roster_section" (coalesce("fetched_at", "asked_at"));
