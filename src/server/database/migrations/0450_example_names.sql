set local lock_timeout = '5s';

-- Names and sources of examples said so themselves, in one language or two; lists and pages mark what is_example.
update partners p set name = regexp_replace(name, ' \((example|exemple)\)$', '')
where is_example and name ~ ' \((example|exemple)\)$'
  and not exists (
    select from partners o
    where o.country_id = p.country_id and o.name = regexp_replace(p.name, ' \((example|exemple)\)$', ''));
update document_fees set source = regexp_replace(source, ' \(example / exemple\)$', '')
where is_example and source ~ ' \(example / exemple\)$';
update tax_rates set source = regexp_replace(source, '^Example: ', '') where is_example and source ~ '^Example: ';
