-- How often the receiver refused a message, without the attempts that met an outage.
alter table "webhook_delivery" add "refusals" int not null default 0;
