set local lock_timeout = '5s';

-- What came back waits to be refunded.
alter table order_returns drop constraint order_returns_status_check;
alter table order_returns drop constraint order_returns_refunded;
alter table order_returns add constraint order_returns_status_check
  check (status in ('requested', 'approved', 'refused', 'received', 'refunded')) not valid;
alter table order_returns add constraint order_returns_refunded
  check ((status in ('received', 'refunded')) = (received_at is not null)) not valid;
