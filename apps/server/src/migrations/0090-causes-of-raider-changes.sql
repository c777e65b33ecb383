alter table "raider_change" add "cause" text null;
alter table "raider_change" add constraint "raider_change_cause_check" check ("cause" in ('officer', 'proof', 'chat_account'));
