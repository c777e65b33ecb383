import type { RaidHelperEventsView } from '@guildhall/contracts/import.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './imports.module.css';
import { importsWords } from './imports.words.ts';

/** The most that the service reads for one import. */
const MOST = 100;

type Props = { guild: OrganizationView; chosen: readonly string[]; onChoose(links: readonly string[]): void };

/** The events of a server on Raid-Helper by its key, which belongs to no draft and goes as soon as the list is there. */
export function ServerEvents({ guild, chosen, onChoose }: Props) {
  const { server: words } = importsWords.use();
  const [serverId, setServerId] = useState(guild.settings.chat?.serverId ?? '');
  const [key, setKey] = useState('');
  const list = useMutation({
    mutationFn: (secret: string) =>
      client.imports.events.mutate({ id: guild.id, serverId: serverId.trim(), key: secret.trim() }),
    // Nothing else keeps the key.
    gcTime: 0,
    onSuccess: () => setKey(''),
  });
  const isReady = serverId.trim() !== '' && key.trim() !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isReady) list.mutate(key);
  };
  return (
    <details className={styles.server} open={chosen.length > 0 || undefined}>
      <summary>
        <span className="grow">{words.title}</span>
        <Icon name="down" size="s" className="i-s chev" />
      </summary>
      <div className={styles.serverFields}>
        <TextField
          label={words.number}
          hint={words.numberHint}
          inputMode="numeric"
          value={serverId}
          maxLength={20}
          onChange={({ target }) => setServerId(target.value)}
          onKeyDown={onKeyDown}
        />
        <TextField
          label={words.key}
          hint={words.keyHint}
          type="password"
          autoComplete="off"
          value={key}
          maxLength={200}
          onChange={({ target }) => setKey(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button pending={list.isPending} disabled={!isReady} onClick={() => list.mutate(key)}>
          {words.list}
        </Button>
      </div>
      <FailureNote error={list.error} />
      {list.data && <Events {...list.data} chosen={chosen} onChoose={onChoose} />}
    </details>
  );
}

function Events({ events, complete, chosen, onChoose }: RaidHelperEventsView & Omit<Props, 'guild'>) {
  const { server: words } = importsWords.use();
  const format = useFormat();
  const all = useId();
  const links = events.map(({ link }) => link);
  const most = links.slice(0, MOST);
  if (events.length === 0) return <p className="muted small">{words.none}</p>;
  const isFull = chosen.length >= MOST;
  return (
    <fieldset className={styles.serverEvents}>
      <legend className="sr">{words.label}</legend>
      <p className={styles.serverEvent}>
        <input
          type="checkbox"
          id={all}
          checked={chosen.length === most.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < most.length;
          }}
          onChange={() => onChoose(chosen.length === most.length ? [] : most)}
        />
        <label htmlFor={all}>
          {chosen.length > 0 ? <b>{words.chosen({ count: chosen.length })}</b> : words.all({ count: most.length })}
        </label>
      </p>
      <ul>
        {events.map(({ link, title, startsAt, signUps, eventId }) => (
          <li key={link}>
            <label className={styles.serverEvent}>
              <input
                type="checkbox"
                checked={chosen.includes(link)}
                disabled={isFull && !chosen.includes(link)}
                onChange={() =>
                  onChoose(chosen.includes(link) ? chosen.filter((one) => one !== link) : [...chosen, link])
                }
              />
              <span>
                <b>{title ?? words.untitled}</b>
                <small className="muted">
                  {[
                    startsAt && format.dayAndTime(new Date(startsAt)),
                    signUps !== null && words.answers({ count: signUps }),
                    eventId && words.here,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {(!complete || links.length > most.length) && <p className="muted small">{words.more({ most: MOST })}</p>}
    </fieldset>
  );
}
