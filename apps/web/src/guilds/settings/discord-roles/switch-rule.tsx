import type { DiscordRoleRuleView } from '@guildhall/contracts/discord-roles.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../api/client.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FormDialog, useForm } from '../../../ui/form.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import styles from './discord-roles.module.css';
import { invalidateDiscordRoles, previewQuery } from './discord-roles.queries.ts';
import { discordRolesWords } from './discord-roles.words.ts';
import { People } from './people.tsx';

type Props = { guild: OrganizationView; rule: DiscordRoleRuleView; onClose(): void };

/** Shows the people who would gain the role; this consent covers no others. */
export function SwitchOn({ guild, rule, onClose }: Props) {
  const words = discordRolesWords.use();
  const preview = useQuery(previewQuery(guild.id, rule.id));
  const { data } = preview;
  const form = useForm({
    name: `discord-role-on:${rule.id}`,
    before: {},
    send: () => client.discordRoles.enableRule.mutate({ id: guild.id, ruleId: rule.id, digest: data?.digest ?? '' }),
    sent() {
      onClose();
      toast({ text: words.switchedOn });
      return invalidateDiscordRoles();
    },
    refused() {
      void preview.refetch();
      return false;
    },
  });
  return (
    <FormDialog
      of={form}
      onClose={onClose}
      title={words.onTitle({ role: rule.discordRole.name })}
      verb={words.switchOn}
      disabled={!data}
    >
      {data ? (
        <>
          {data.gains.length === 0 ? (
            <p>{words.gainsNobody}</p>
          ) : (
            <>
              <p>
                <b>{words.gains({ count: data.gains.length })}</b>
                <br />
                <span className="muted small">{words.gainsHint}</span>
              </p>
              <People people={data.gains} total={data.gains.length} />
            </>
          )}
          {data.keeps > 0 && <p className="muted small">{words.had({ count: data.keeps })}</p>}
          {data.notLinked > 0 && <p className="muted small">{words.notLinked({ count: data.notLinked })}</p>}
        </>
      ) : preview.error ? (
        <FailureNote error={preview.error} />
      ) : (
        <Skeleton />
      )}
    </FormDialog>
  );
}

/** Shows who has the role from this rule, and asks whether they keep it. */
export function SwitchOff({ guild, rule, onClose }: Props) {
  const words = discordRolesWords.use();
  const preview = useQuery(previewQuery(guild.id, rule.id));
  const { data } = preview;
  const form = useForm({
    name: `discord-role-off:${rule.id}`,
    before: { takeBack: true },
    send: ({ takeBack }) => client.discordRoles.disableRule.mutate({ id: guild.id, ruleId: rule.id, takeBack }),
    sent() {
      onClose();
      toast({ text: words.switchedOff });
      return invalidateDiscordRoles();
    },
  });
  const choices = [
    { value: true, label: words.takeBack, hint: words.takeBackHint },
    { value: false, label: words.letKeep, hint: words.letKeepHint },
  ];
  return (
    <FormDialog
      of={form}
      onClose={onClose}
      title={words.offTitle({ role: rule.discordRole.name })}
      verb={words.switchOff}
      kind="danger"
      disabled={!data}
    >
      {data ? (
        data.losses.length === 0 ? (
          <p>{words.lossesNobody}</p>
        ) : (
          <>
            <p>
              <b>{words.losses({ count: data.losses.length })}</b>
            </p>
            <People people={data.losses} total={data.losses.length} />
            <fieldset className={styles.choices}>
              <legend className="sr">{words.switchOff}</legend>
              {choices.map(({ value, label, hint }) => (
                <label key={label} className="checkbox">
                  <input
                    type="radio"
                    name="takeBack"
                    checked={form.value.takeBack === value}
                    onChange={() => form.change({ takeBack: value })}
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
    </FormDialog>
  );
}
