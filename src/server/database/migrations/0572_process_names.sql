set local lock_timeout = '5s';

-- The computer and the number of each server process, by which its operators know it; null for those of earlier versions.
alter table servers add column process text;
alter table index_states add column process text;
