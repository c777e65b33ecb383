import type { EmblemData } from '@guildhall/contracts/organization.ts';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './organizations.module.css';

type Props = { logoUrl: string | null; large?: boolean };

/** A guild's logo; without one, our crest in the guild's colour. */
export function Crest({ logoUrl, large = false }: Props) {
  const [broken, setBroken] = useState(false);
  const size = large ? `${styles.crest} ${styles.large}` : styles.crest;
  if (logoUrl && !broken) return <img className={size} src={logoUrl} alt="" onError={() => setBroken(true)} />;
  return <Icon name="crest" className={`crest ${size}`} />;
}

/** The crest's colour for a header, never used for text. */
export const crestColour = (emblem: EmblemData | null): Record<string, string> =>
  emblem ? { '--crest': emblem.background.color } : {};
