-- Texts of content pages that are edited in the desk, over the Markdown files.
create table page_texts (
  -- As the file's: about, posts/winter.
  name text primary key,
  version integer not null default 0,
  draft_en text check (length(draft_en) <= 40000),
  draft_fr text check (length(draft_fr) <= 40000),
  drafted_at timestamptz,
  -- The version that readers see; without one it is the file.
  published integer,
  constraint page_texts_draft check ((draft_en is null) = (draft_fr is null) and (draft_en is null) = (drafted_at is null))
);
-- Each text that was ever published.
create table page_text_versions (
  name text not null references page_texts on delete cascade,
  number integer not null check (number > 0),
  text_en text not null,
  text_fr text not null,
  -- Of the files that it replaced.
  file_hash text not null,
  published_at timestamptz not null,
  primary key (name, number)
);
alter table page_texts add constraint page_texts_published
  foreign key (name, published) references page_text_versions deferrable initially deferred;
