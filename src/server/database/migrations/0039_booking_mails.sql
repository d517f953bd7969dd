-- The booking whose QR code and calendar file are added when the mail is sent. Without a reference, because a mail may
-- outlive its booking.
alter table mails add column booking_id uuid;
