-- Until then somebody, in whichever process, is starting or verifying this payment at the provider: a second one need not.
alter table top_ups add column held_until timestamptz;
