import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import styles from './raiders.module.css';
import { raidersWords } from './raiders.words.ts';

/** The way in for those who answer without an account. */
export function TheRest({ guild, count }: { guild: OrganizationView; count: number }) {
  const { rest: words } = raidersWords.use();
  const copy = () => void copyText(`${location.origin}/g/${guildRef(guild)}`, words.copied);
  return (
    <section className={`card ${styles.rest}`} aria-label={words.title}>
      <p className="small">{words.text({ count })}</p>
      <Button icon="copy" onClick={copy}>
        {words.copy}
      </Button>
    </section>
  );
}
