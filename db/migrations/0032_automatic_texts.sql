-- How many automatic texts a phone got within a day. Counted one after the other, or many at once would each see none of
-- the others; phones share a fixed set of locks, so that a move of thousands does not use up the database's.
create function count_automatic_texts(phone text) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('kinbridge.automatic-sms'), hashtext(phone) & 1023);
  return (select count(*) from sms_messages s where s.phone_number = phone and s.state <> 'skipped'
    and s.kind in ('request-member', 'confirmation') and s.create_timestamp > now() - interval '1 day');
end $$;
