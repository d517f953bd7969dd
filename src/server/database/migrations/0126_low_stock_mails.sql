-- Mails about low stock, which people of the desk can switch off; the notice under their bell stays.
alter table mail_wishes add column low_stock boolean not null default true;
