-- What an unnamed park is called after: {"name", "direction"?}, a street, crossing or landmark nearby. Null with a name.
alter table parks add column near jsonb;
