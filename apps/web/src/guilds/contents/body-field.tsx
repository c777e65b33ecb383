import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { TextArea } from '../../ui/field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './contents.module.css';
import { contentsWords } from './contents.words.ts';

type View = 'write' | 'preview';
type Props = {
  label: string;
  value: string;
  onChange(value: string): void;
  error?: ReactNode;
  required?: boolean;
  rows?: number;
};

/** A Markdown field with a preview, once there is a text. Ctrl Enter saves. */
export function BodyField({ label, value, onChange, error, required, rows = 14 }: Props) {
  const { editor: words } = contentsWords.use();
  const [view, setView] = useState<View>('write');
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };
  return (
    <div className={styles.editor}>
      <div className={styles.views}>
        <SegmentedControl<View>
          legend={words.view}
          value={view}
          onChange={setView}
          choices={[
            { value: 'write', label: words.write },
            { value: 'preview', label: words.preview },
          ]}
        />
      </div>
      {view === 'write' || (required && !value.trim()) ? (
        <TextArea
          label={label}
          hint={words.hint}
          value={value}
          rows={rows}
          required={required}
          error={error}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={keys}
        />
      ) : (
        <section className={styles.preview} aria-label={words.preview}>
          {value.trim() ? <Markdown text={value} first={2} /> : <p className="muted">{words.nothing}</p>}
        </section>
      )}
    </div>
  );
}
