import type { SimReportView, WishesView } from '@guildhall/contracts/wish.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { invalidateWishes } from './wishes.queries.ts';
import { wishesWords } from './wishes.words.ts';

const TOOLS = { raidbots: 'Raidbots', qe_live: 'QE Live' };

export function Sims({ shown }: { shown: WishesView }) {
  const words = wishesWords.use();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{words.sims}</h2>
      </header>
      <ul className="list">
        {shown.reports.map((report) => (
          <Sim key={report.id} shown={shown} report={report} />
        ))}
      </ul>
    </section>
  );
}

function Sim({ shown, report }: { shown: WishesView; report: SimReportView }) {
  const words = wishesWords.use();
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const { id, source, link, tracks, items, spec, character, fightStyle, inexact, simulatedAt, readAt, stale } = report;
  const remove = useMutation({
    mutationFn: () => client.wishes.removeSim.mutate({ id: shown.raider?.id ?? '', reportId: id }),
    async onSuccess() {
      setAsks(false);
      toast({ text: words.simRemoved });
      await invalidateWishes();
    },
    onError: toastFailure,
  });
  const title = `${TOOLS[source]}, ${tracks.map((track) => words.tracks[track]).join(', ')}`;
  const date = format.dayOfMonth(new Date(simulatedAt ?? readAt));
  return (
    <li>
      <div className="grow">
        <p>
          {link ? (
            <a href={link} rel="noreferrer" target="_blank">
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        <small>
          {[
            simulatedAt ? date : words.readOn({ date }),
            words.items({ count: items }),
            `${character}, ${spec.name}`,
            fightStyle,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {inexact && <small className="warn">{words.inexact}</small>}
      </div>
      {stale.length > 0 && <span className="tag t-warn">{words.stale}</span>}
      {shown.mayChange && (
        <IconButton icon="x" label={words.removeSim({ name: title })} onClick={() => setAsks(true)} />
      )}
      <ConfirmDialog
        open={asks}
        title={words.removeSim({ name: title })}
        consequence={words.removeSimConsequence({ count: items })}
        verb={words.remove}
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsks(false)}
      />
    </li>
  );
}
