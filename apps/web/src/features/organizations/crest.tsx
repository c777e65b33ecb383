import type { EmblemData } from '@guildhall/contracts/organization.ts';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './organizations.module.css';

type Props = { logoUrl: string | null; large?: boolean };

/** A guild's logo; the house's crest, in the colour of the guild's, stands in for one that is not there. */
export function Crest({ logoUrl, large = false }: Props) {
  const [broken, setBroken] = useState(false);
  const size = large ? `${styles.crest} ${styles.large}` : styles.crest;
  if (logoUrl && !broken) return <img className={size} src={logoUrl} alt="" onError={() => setBroken(true)} />;
  return <Icon name="crest" className={`crest ${size}`} />;
}

/** The crest's colour for a header; text never has it. */
export const crestColour = (emblem: EmblemData | null): Record<string, string> =>
  emblem ? { '--crest': emblem.background.color } : {};
