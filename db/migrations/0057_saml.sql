-- A SAML answer arrives by a form without cookies: what it says waits here for the browser that asked.
alter table sign_in_trips add column answer jsonb;

-- When metadata was last read from its address.
alter table identity_providers add column fetch_timestamp timestamptz(3);
