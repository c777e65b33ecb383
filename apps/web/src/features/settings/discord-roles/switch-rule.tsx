import type { DiscordRoleRuleView } from '@guildhall/contracts/discord-roles.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { coreWords } from '../../../i18n/core.words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from './discord-roles.module.css';
import { previewQuery, rereadDiscordRoles } from './discord-roles.queries.ts';
import { discordRolesWords } from './discord-roles.words.ts';
import { People } from './people.tsx';

type Props = { guild: OrganizationView; rule: DiscordRoleRuleView; onClose(): void };

/** Shows the people who would gain the role; this consent covers nobody else. */
export function SwitchOn({ guild, rule, onClose }: Props) {
  const words = discordRolesWords.use();
  const core = coreWords.use();
  const preview = useQuery(previewQuery(guild.id, rule.id));
  const enable = useMutation(
    api.discordRoles.enableRule.mutationOptions({
      async onSuccess() {
        onClose();
        toast({ text: words.switchedOn });
        await rereadDiscordRoles();
      },
      onError: () => void preview.refetch(),
    }),
  );
  const { data } = preview;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.onTitle(rule.discordRole.name)}
      actions={
        <>
          <Button onClick={onClose}>{core.ui.cancel}</Button>
          <Button
            kind="primary"
            disabled={!data}
            pending={enable.isPending}
            onClick={() => data && enable.mutate({ id: guild.id, ruleId: rule.id, digest: data.digest })}
          >
            {words.switchOn}
          </Button>
        </>
      }
    >
      {data ? (
        <>
          {data.gains.length === 0 ? (
            <p>{words.gainsNobody}</p>
          ) : (
            <>
              <p>
                <b>{words.gains(data.gains.length)}</b>
                <br />
                <span className="muted small">{words.gainsHint}</span>
              </p>
              <People people={data.gains} total={data.gains.length} />
            </>
          )}
          {data.keeps > 0 && <p className="muted small">{words.had(data.keeps)}</p>}
          {data.notLinked > 0 && <p className="muted small">{words.notLinked(data.notLinked)}</p>}
        </>
      ) : preview.error ? (
        <FailureNote error={preview.error} />
      ) : (
        <Skeleton />
      )}
      <FailureNote error={enable.error} />
    </Dialog>
  );
}

/** Shows who has the role from this rule, and asks whether they keep it. */
export function SwitchOff({ guild, rule, onClose }: Props) {
  const words = discordRolesWords.use();
  const core = coreWords.use();
  const preview = useQuery(previewQuery(guild.id, rule.id));
  const [takeBack, setTakeBack] = useState(true);
  const disable = useMutation(
    api.discordRoles.disableRule.mutationOptions({
      async onSuccess() {
        onClose();
        toast({ text: words.switchedOff });
        await rereadDiscordRoles();
      },
    }),
  );
  const { data } = preview;
  const choices = [
    { value: true, label: words.takeBack, hint: words.takeBackHint },
    { value: false, label: words.letKeep, hint: words.letKeepHint },
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.offTitle(rule.discordRole.name)}
      actions={
        <>
          <Button onClick={onClose}>{core.ui.cancel}</Button>
          <Button
            kind="danger"
            disabled={!data}
            pending={disable.isPending}
            onClick={() => disable.mutate({ id: guild.id, ruleId: rule.id, takeBack })}
          >
            {words.switchOff}
          </Button>
        </>
      }
    >
      {data ? (
        data.losses.length === 0 ? (
          <p>{words.lossesNobody}</p>
        ) : (
          <>
            <p>
              <b>{words.losses(data.losses.length)}</b>
            </p>
            <People people={data.losses} total={data.losses.length} />
            <fieldset className={styles.choices}>
              <legend className="sr">{words.switchOff}</legend>
              {choices.map(({ value, label, hint }) => (
                <label key={label} className="checkbox">
                  <input
                    type="radio"
                    name="takeBack"
                    checked={takeBack === value}
                    onChange={() => setTakeBack(value)}
                  />
                  <span>{label}</span>
                  <small className="muted">{hint}</small>
                </label>
              ))}
            </fieldset>
          </>
        )
      ) : preview.error ? (
        <FailureNote error={preview.error} />
      ) : (
        <Skeleton />
      )}
      <FailureNote error={disable.error} />
    </Dialog>
  );
}
