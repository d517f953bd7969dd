-- The keys that sign passes. The one without `retired_at` signs; the others are accepted until the last pass that they can
-- have signed has ended.
create table pass_keys (
  -- The first four bytes of the SHA-256 of the public key, as hexadecimal digits: passes name their key by it.
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  -- A JWK (OKP, Ed25519) with its private part.
  key jsonb not null,
  -- Whether it signed passes of the first version (PW1), which name no key.
  signed_pw1 boolean not null default false,
  created_at timestamptz not null,
  retired_at timestamptz,
  accepted_until timestamptz,
  check ((retired_at is null) = (accepted_until is null))
);
create unique index pass_keys_signing on pass_keys ((true)) where retired_at is null;

-- Servers of the release before read the key from the settings while this one is rolled out.
insert into pass_keys (id, key, signed_pw1, created_at)
select left(encode(sha256(decode(translate(value ->> 'x', '-_', '+/') || '=', 'base64')), 'hex'), 8), value, true, now()
from settings where key = 'pass_key';

-- Counts the codes of a booking's pass: a new plate or end makes the earlier ones invalid.
alter table bookings add column pass_generation integer not null default 0 check (pass_generation >= 0);
