set local lock_timeout = '5s';

-- The bell of the desk counts them each minute for everybody who works in it.
create index threads_unread on threads (branch_id) where unread_by_branch > 0;
