import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useOpenDialog } from '../../../ui/kept-forms.ts';
import { Empty } from '../../../ui/states.tsx';
import styles from './integrations.module.css';

type Props = {
  title: string;
  lead: string;
  add: string;
  /** The name of the form that adds one, and its dialog. */
  form: string;
  adding: (close: () => void) => ReactNode;
  /** Shown while there is none. */
  empty: { icon: 'key' | 'send'; title: string; hint: string };
  children: readonly ReactNode[];
};

/** A list of things connected to a guild, and a button that adds one. */
export function ConnectionList({ title, lead, add, form, adding, empty, children }: Props) {
  const [isAdding, setAdding] = useOpenDialog({ [form]: true });
  return (
    <section className={styles.part} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h2>{title}</h2>
          <p className="muted small">{lead}</p>
        </div>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {add}
        </Button>
      </header>
      {children.length === 0 ? (
        <Empty icon={empty.icon} title={empty.title}>
          {empty.hint}
        </Empty>
      ) : (
        children
      )}
      {isAdding && adding(() => setAdding(false))}
    </section>
  );
}
