import type { GuildCrest } from '@guildhall/battlenet/schemas/guild.ts';
import type { EmblemData } from '@guildhall/contracts/organization.ts';

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
