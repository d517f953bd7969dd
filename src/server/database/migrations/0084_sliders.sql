-- Pictures with a text and a link on the home page and the marketplace.
create table sliders (
  id uuid primary key,
  placement text not null check (placement in ('home', 'marketplace')),
  -- Null: in every country.
  country_id integer references countries (id),
  title text not null check (title <> ''),
  title_fr text not null check (title_fr <> ''),
  text text,
  text_fr text,
  wide_picture text not null,
  narrow_picture text not null,
  alt text not null,
  alt_fr text not null,
  link text not null,
  starts_at timestamptz not null,
  -- Null: until further notice.
  ends_at timestamptz,
  position integer not null default 0,
  status text not null default 'inactive' check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  constraint sliders_order check (ends_at is null or starts_at < ends_at)
);
create index sliders_place on sliders (placement, position) where status = 'active';
