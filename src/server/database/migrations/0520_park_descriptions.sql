set local lock_timeout = '5s';

-- What operators say of a car park, for readers of French; without it they read the other one.
alter table parks add column description_fr text;
