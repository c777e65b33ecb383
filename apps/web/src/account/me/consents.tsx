import type { ActScope, ConsentView } from '@guildhall/contracts/service.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { api, client, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { Empty } from '../../ui/states.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

const consents = () => api.services.consents.queryOptions({});
const reread = () => queryClient.invalidateQueries({ queryKey: consents().queryKey });

/** Programs of the person's guilds that may act in their name: consent is given and withdrawn here. */
export function Consents() {
  const { consents: words } = meWords.use();
  return (
    <Setting title={words.title} lead={words.lead} pad={false}>
      <List />
    </Setting>
  );
}

function List() {
  const { consents: words } = meWords.use();
  const format = useFormat();
  const { data } = useSuspenseQuery(consents());
  const [asking, setAsking] = useOpenDialog<ConsentView>(
    Object.fromEntries(data.consents.map((one) => [`consent:${one.serviceId}`, one])),
  );
  const withdraw = useMutation(
    api.services.withdraw.mutationOptions({
      onSuccess: () => {
        toast({ text: words.ended });
        return reread();
      },
      onError: toastFailure,
    }),
  );
  if (data.consents.length === 0) return <Empty icon="key" title={words.none} />;
  return (
    <>
      <ul className="list">
        {data.consents.map((one) => (
          <li key={one.serviceId}>
            <span className={one.agreedAt ? 'mark hot' : 'mark'}>
              <Icon name="key" />
            </span>
            <div className="grow">
              <p className="strong clip">{one.name}</p>
              <small>
                {[
                  one.organization.name,
                  ...(one.agreedAt ? one.agreed : one.asks).map((scope) => words[scope]),
                  one.agreedAt && words.since({ date: format.date(new Date(one.agreedAt)) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            {one.agreedAt ? (
              <Button
                small
                kind="ghost"
                pending={withdraw.isPending && withdraw.variables.serviceId === one.serviceId}
                onClick={() => withdraw.mutate({ serviceId: one.serviceId })}
              >
                {words.end}
                <span className="sr"> {one.name}</span>
              </Button>
            ) : (
              <Button small onClick={() => setAsking(one)}>
                {words.allow}
                <span className="sr"> {one.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking && <Agree service={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

function Agree({ service, onClose }: { service: ConsentView; onClose(): void }) {
  const { consents: words } = meWords.use();
  const form = useForm<{ scopes: ActScope[] }, unknown>({
    name: `consent:${service.serviceId}`,
    before: { scopes: service.asks },
    send: ({ scopes }) => client.services.agree.mutate({ serviceId: service.serviceId, scopes }),
    async sent() {
      await reread();
      toast({ text: words.allowed });
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      onClose={onClose}
      title={`${service.name} · ${service.organization.name}`}
      verb={words.allow}
      disabled={form.value.scopes.length === 0}
    >
      <p>{words.allowLead}</p>
      {service.asks.map((scope) => (
        <Checkbox key={scope} {...form.pick('scopes', scope, service.asks)} label={words[scope]} />
      ))}
    </FormDialog>
  );
}
