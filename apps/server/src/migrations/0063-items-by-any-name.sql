alter table "item" add "search_key" text generated always as (search_key((jsonb_path_query_array(names, '$.*?(@ != null)'::jsonpath))::text)) stored null;
