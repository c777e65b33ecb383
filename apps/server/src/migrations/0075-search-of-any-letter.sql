-- Styled letters have a lower case only once they are plain ones, and a sigma ends a word in another form. Stored keys are of
-- names of the game, which have neither.
create or replace function search_key(text) returns text language sql immutable strict parallel safe return
  translate(
    replace(replace(replace(replace(
      lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'ςøđðłħı’ʼ‘абвгдежзиклмнопрстуфхцчшщъыьэюя',
    'σoddlhi''''''abvgdejziklmnoprstufxc46w7y8395');
