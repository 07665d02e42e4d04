import { useState } from 'react';
import type { Connection, ConnectionAdapter } from '#contract/connections/endpoints.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { aboutKeyOf, nameKeyOf } from './adapter-texts.ts';
import { AdapterFields } from './AdapterFields.tsx';
import { bodyOf, initialOf, tickField, type ConnectionForm } from './connection-form.ts';
import styles from './Connections.module.css';
import { refreshConnections } from './connections-query.ts';

interface ConnectionDialogProps {
  /** What can be connected; the one adapter of the connection that is changed. */
  adapters: readonly ConnectionAdapter[];
  /** The one to change; without it a new one is added. */
  subject?: Connection;
  onClose: () => void;
}

/** Adds a connection or changes one; nothing of it is in use before its test. */
export function ConnectionDialog({ adapters, ...props }: ConnectionDialogProps) {
  const [name, setName] = useState(adapters[0]?.name);
  const adapter = adapters.find((each) => each.name === name);
  if (!adapter) return null;
  return <AdapterForm key={adapter.name} adapters={adapters} adapter={adapter} onAdapter={setName} {...props} />;
}

interface AdapterFormProps extends ConnectionDialogProps {
  adapter: ConnectionAdapter;
  onAdapter: (name: string) => void;
}

function AdapterForm({ adapters, adapter, subject, onAdapter, onClose }: AdapterFormProps) {
  const t = useText();
  const form = useCallForm<ConnectionForm>(initialOf(adapter, subject));
  const ways = useProof<ConnectionForm>(form, async (proof, values) => {
    const body = { ...bodyOf(adapter, values), ...proof };
    if (subject) await call('POST /api/staff/connections/edit', { body: { connection_id: subject.id, ...body } });
    else await call('POST /api/staff/connections/create', { body: { adapter: adapter.name, ...body } });
    await refreshConnections();
    onClose();
    toast({ text: t(subject ? 'connections.edited' : 'connections.added') });
  });
  const hasAddress = adapter.fields.some(({ kind }) => kind === 'address' || kind === 'host');
  return (
    <FormDialog
      title={subject?.name ?? t('connections.add')}
      confirmText={t(subject ? 'common.save' : 'connections.add')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      {!subject && (
        <SelectField
          label={t('connections.adapter')}
          options={adapters.map(({ name }) => ({ value: name, label: t(nameKeyOf(name)) }))}
          value={adapter.name}
          onChange={({ target }) => onAdapter(target.value)}
        />
      )}
      <p>{t(aboutKeyOf(adapter.name))}</p>
      <TextField {...form.field('name')} label={t('connections.name')} autoComplete="off" maxLength={60} required />
      <AdapterFields adapter={adapter} form={form} isNew={!subject} keepsAccount={Boolean(subject?.value)} />
      {hasAddress && <CheckboxField {...form.tick('own_network')} label={t('connections.own_network')} />}
      <TextField
        {...form.field('countries')}
        label={t('connections.countries')}
        hint={t('connections.countries_hint')}
        autoComplete="off"
      />
      <TextField
        {...form.field('currencies')}
        label={t('connections.currencies')}
        hint={t('connections.currencies_hint')}
        autoComplete="off"
      />
      <TextField
        {...form.field('min')}
        label={t('connections.min')}
        hint={t('connections.amount_hint')}
        inputMode="decimal"
      />
      <TextField {...form.field('max')} label={t('connections.max')} inputMode="decimal" />
      <fieldset className={styles.ticks}>
        <legend>{t('connections.tiers')}</legend>
        {tierNames.map((tier) => (
          <CheckboxField key={tier} {...form.tick(tickField(tier))} label={t(`common.tier_${tier}`)} />
        ))}
      </fieldset>
      <TextField
        {...form.field('order')}
        label={t('connections.order')}
        hint={t('connections.order_hint')}
        inputMode="numeric"
        required
      />
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}
