alter table "participation" add constraint "participation_one_a_raider" unique using index "participation_one_a_raider";
alter table "participation" add constraint "participation_raider_id_not_null" not null "raider_id" not valid;
