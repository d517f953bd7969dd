set local lock_timeout = '5s';

-- Which languages there are is said by the code alone (decision 73): a further one needs no migration.
alter table document_requests drop constraint document_requests_language_listed;
alter table document_requests add constraint document_requests_language_listed check (language ~ '^[a-z]{2}$') not valid;
alter table invitations drop constraint invitations_language;
alter table invitations add constraint invitations_language check (language ~ '^[a-z]{2}$') not valid;
alter table item_reviews drop constraint item_reviews_language_listed;
alter table item_reviews add constraint item_reviews_language_listed check (language ~ '^[a-z]{2}$') not valid;
alter table leads drop constraint leads_language_check;
alter table leads add constraint leads_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table orders drop constraint orders_language_listed;
alter table orders add constraint orders_language_listed check (language ~ '^[a-z]{2}$') not valid;
alter table park_claims drop constraint park_claims_language_check;
alter table park_claims add constraint park_claims_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table park_listings drop constraint park_listings_language_check;
alter table park_listings add constraint park_listings_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table park_mistakes drop constraint park_mistakes_language_check;
alter table park_mistakes add constraint park_mistakes_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table push_subscriptions drop constraint push_devices_language_check;
alter table push_subscriptions add constraint push_devices_language_check check (language ~ '^[a-z]{2}$') not valid;
alter table reviews drop constraint reviews_language_listed;
alter table reviews add constraint reviews_language_listed check (language ~ '^[a-z]{2}$') not valid;
alter table users drop constraint users_language_check;
alter table users add constraint users_language_check check (language ~ '^[a-z]{2}$') not valid;
