import { coreWords } from '../i18n/core.words.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { Destination } from './navigation.ts';

export function ShortcutsDialog({ onClose, destinations }: { onClose(): void; destinations: Destination[] }) {
  const { shell } = coreWords.use();
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], shell.find],
    [['/'], shell.shortcutSearch],
    [['?'], shell.shortcuts],
    ...destinations.flatMap(({ key, label }): [string[], string][] => (key ? [[['g', key], label]] : [])),
  ];
  return (
    <Dialog open onClose={onClose} title={shell.shortcuts}>
      <dl className="keys">
        {rows.map(([keys, label]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
