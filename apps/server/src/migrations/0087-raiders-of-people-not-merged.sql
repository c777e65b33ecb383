alter table "raider" add constraint "raider_of_a_person_not_merged" check ((user_id IS NULL) OR (merged_into_id IS NULL));
