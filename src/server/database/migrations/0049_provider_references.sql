-- Staff search payments by the reference in the provider's dashboard.
create index top_ups_provider_reference on top_ups (provider_reference) where provider_reference is not null;
create index refunds_provider_refund on refunds (provider_refund_id) where provider_refund_id is not null;
