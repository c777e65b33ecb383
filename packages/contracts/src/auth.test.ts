import { expect, test } from 'vitest';
import { deliverable, EmailAddress } from './auth.ts';

test.each([
  ['Raid@Example.org', 'raid@example.org'],
  ['raid@example.xn--p1ai', 'raid@example.xn--p1ai'],
  ['raid@пример.рф', 'raid@xn--e1afmkfd.xn--p1ai'],
  ['raid@bücher.example', 'raid@xn--bcher-kva.example'],
  ['raid@ПРИМЕР.рф', 'raid@xn--e1afmkfd.xn--p1ai'],
  ['raid@Bücher.Example', 'raid@xn--bcher-kva.example'],
  ['raid@BÜCHER.example', 'raid@xn--bcher-kva.example'],
  ['raid@straße.example', 'raid@xn--strae-oqa.example'],
  ['raid@例え.jp', 'raid@xn--r8jz45g.jp'],
  ['raid@가나.kr', 'raid@xn--o39a40g.kr'],
  ['a&b@example.org', 'a&b@example.org'],
  ["o'neil+guild=two@sub.example.co.uk", "o'neil+guild=two@sub.example.co.uk"],
  ['x_y~z!#$%*/?^`{|}@example.org', 'x_y~z!#$%*/?^`{|}@example.org'],
])('%s is stored and mailed as %s', (typed, stored) => {
  expect(deliverable(typed)).toBe(stored);
  expect(EmailAddress.parse(typed)).toBe(stored);
});

test.each([
  ['почта@example.org'],
  ['"a b"@example.org'],
  ['a..b@example.org'],
  ['.a@example.org'],
  ['a.@example.org'],
  [`${'a'.repeat(65)}@example.org`],
  ['a@localhost'],
  ['a@127.0.0.1'],
  ['a@[127.0.0.1]'],
  ['a@0x7f.1'],
  ['a@example.org.'],
  ['a@-example.org'],
  ['a@exa_mple.org'],
  ['a@exam\u00adple.org'],
  ['a@ｅｘａｍｐｌｅ.org'],
  ['a@example。org'],
  ['a@example．org'],
  ['a@example｡org'],
  ['a@ⓔxample.org'],
  ['a@ﬁsh.org'],
  ['a@example.oｒg'],
  ['a@ⅷ.org'],
  ['a@ſhop.org'],
  ['a@exampl\u212a.org'],
  ['a@bu\u0308cher.example'],
  ['a@½.org'],
  ['a@example.org:25'],
  ['a@example.org/x'],
  ['a@user@example.org'],
  ['a@xn--zz.org\u0000'],
  ['@example.org'],
  ['a@'],
  [`a@${'b'.repeat(64)}.org`],
])('%j is refused', (typed) => {
  expect(deliverable(typed)).toBeNull();
  expect(EmailAddress.safeParse(typed).success).toBe(false);
});
