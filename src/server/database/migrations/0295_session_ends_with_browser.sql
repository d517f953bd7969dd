-- Logins without "Remember me": the browser forgets the token when it is closed.
alter table sessions add column ends_with_browser boolean not null default false;
