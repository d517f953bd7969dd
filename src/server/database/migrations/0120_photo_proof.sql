-- A branch may hand over with a photo unless it wants codes only. Nobody could choose that with effect before: what was never
-- changed by hand takes the new default.
alter table branch_setup alter column proof set default 'code_or_photo';
update branch_setup set proof = 'code_or_photo' where version = 1;
