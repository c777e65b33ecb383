import { CharacterMedia } from '@guildhall/battlenet/schemas/character-media.ts';
import { expect, test } from 'vitest';
import { mediaDocument } from './media.ts';

const HOSTS = ['worldofwarcraft.com', 'http://localhost:4141'];

test.each([
  ['http://127.0.0.1:4141@localhost:4141/x', null],
  ['http://localhost:4141@evil.example/x', null],
  ['https://render.worldofwarcraft.com@evil.example/x', null],
  ['https://user@render.worldofwarcraft.com/x', null],
  ['https://worldofwarcraft.com.evil.example/x', null],
  ['https://evil.example/worldofwarcraft.com', null],
  ['http://render.worldofwarcraft.com/x', null],
  ['javascript:alert(1)', null],
  ['http://localhost:4141/x', 'http://localhost:4141/x'],
  ['https://render.worldofwarcraft.com/x.jpg', 'https://render.worldofwarcraft.com/x.jpg'],
])('U-11: the address %s is shown as %s', (address, shown) => {
  const assets = ['avatar', 'inset', 'main', 'main-raw'].map((key) => ({ key, value: address }));
  const document = mediaDocument(CharacterMedia.parse({ assets }), HOSTS);
  expect(document).toEqual({ avatar: shown, inset: shown, main: shown, mainRaw: shown });
});
