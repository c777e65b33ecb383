-- A name as it is compared: what `fold` of packages/guild-tools makes of it, on every database. `lower` of a database with
-- the locale C knows only ASCII, so the locale is named here.
create function folded_name(text) returns text language sql immutable strict parallel safe return
  translate(
    replace(lower(normalize(replace($1, '´', ''), nfkc) collate pg_c_utf8), E'i\u0307', 'i'),
    E'ς \t\n\u000b\f\r\u1680\u2028\u2029\ufeff''‘’ʼ`\u00ad‐-',
    'σ');
