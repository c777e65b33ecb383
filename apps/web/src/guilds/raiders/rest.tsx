import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './raiders.module.css';
import { raidersWords } from './raiders.words.ts';

/** The way in for those who answer without an account. */
export function TheRest({ guild, count }: { guild: OrganizationView; count: number }) {
  const { rest: words } = raidersWords.use();
  const copy = () =>
    void navigator.clipboard
      .writeText(`${location.origin}/g/${guildRef(guild)}`)
      .then(() => toast({ text: words.copied }), toastFailure);
  return (
    <section className={`card ${styles.rest}`} aria-label={words.title}>
      <p className="small">{words.text({ count })}</p>
      <Button icon="copy" onClick={copy}>
        {words.copy}
      </Button>
    </section>
  );
}
