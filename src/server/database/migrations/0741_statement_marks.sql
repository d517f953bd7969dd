set local lock_timeout = '5s';

-- Up to which entry of an account of the ledger a payee's entries are on lines, so that a closing reads those after it alone.
create table statement_marks (
  payee_id uuid not null,
  account_id uuid not null,
  through_entry bigint not null,
  constraint statement_marks_pkey primary key (payee_id, account_id),
  constraint statement_marks_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint statement_marks_account_id_fkey foreign key (account_id) references ledger_accounts(id)
);

-- What a closing takes, and the sales of the last days, of which a part is held in reserve.
create index statement_lines_open on statement_lines (payee_id) where statement_id is null;
create index statement_lines_days on statement_lines (payee_id, at);
