set local lock_timeout = '5s';

-- They named the schema of a database that is no cell, so that orders of a cell found no table to write their changes to.
alter function note_report_days() set search_path from current;
alter function note_report_line() set search_path from current;
alter function note_report_refund() set search_path from current;
alter function note_report_branch() set search_path from current;
