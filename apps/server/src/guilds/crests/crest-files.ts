/** Drawn crests in the storage, under the hash of their design, so that a known design is never drawn again. */
import { createHash } from 'node:crypto';
import type { GuildCrest } from '@guildhall/battlenet/schemas/guild.ts';
import type { EmblemData } from '@guildhall/contracts/organization.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { Storage } from '../../core/services/storage.ts';

/** Raise this when the drawing changes, so that all crests are redrawn. */
const DRAWING = 1;

export function crestKey(gameVersion: GameVersion, crest: GuildCrest): string {
  const content = JSON.stringify([DRAWING, gameVersion, emblemOf(crest)]);
  return createHash('sha256').update(content).digest('hex');
}

/** The path within the service. */
export const crestPath = (key: string) => `/api/v1/crests/${key}.webp`;

const fileOf = (key: string) => `crests/${key}.webp`;

export const hasCrest = ({ disk }: Storage, key: string): Promise<boolean> => disk.exists(fileOf(key));

export const writeCrest = ({ write }: Storage, key: string, webp: Buffer): Promise<void> => write(fileOf(key), webp);

export async function readCrest(storage: Storage, key: string): Promise<Buffer | undefined> {
  if (!(await hasCrest(storage, key))) return undefined;
  return Buffer.from(await storage.disk.getBytes(fileOf(key)));
}

type Colour = GuildCrest['background']['color'];

/** Translates the platform's crest into our terms. */
export function emblemOf({ emblem, border, background }: GuildCrest): EmblemData {
  return {
    emblem: { id: emblem.id, color: css(emblem.color) },
    border: { id: border.id, color: css(border.color) },
    background: { color: css(background.color) },
  };
}

const css = ({ rgba: { r, g, b, a } }: Colour) => `rgba(${r}, ${g}, ${b}, ${a})`;
