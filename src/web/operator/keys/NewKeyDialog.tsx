import { callsPerMinute, isWriting, scopeOfTwo, scopes, type Scope } from '#contract/operator/names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Operator.module.css';
import { CallLimitField } from './CallLimitField.tsx';
import { ProvenDialog } from '../ProvenDialog.tsx';

const noScope = Object.fromEntries(scopes.map((scope) => [scope, false])) as Record<Scope, boolean>;
const empty = {
  name: '',
  addresses: '',
  ends_on: '',
  calls_per_minute: String(callsPerMinute.usual),
  reason: '',
  current_password: '',
  code: '',
  ...noScope,
};

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (secret: string) => Promise<void>;
}

/** What a new key is for, what it may, from where and until when. */
export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const t = useText();
  const form = useCallForm(empty);
  const ways = useProof(
    form,
    async (proof, { name, addresses, ends_on: endsOn, calls_per_minute, reason, ...values }) => {
      const { secret } = await call('POST /api/staff/operator/keys/create', {
        body: {
          name,
          scopes: scopes.filter((scope) => values[scope]),
          addresses: addresses.split(/[\s,;]+/).filter(Boolean),
          calls_per_minute,
          ...(endsOn ? { ends_on: endsOn } : {}),
          ...(values[scopeOfTwo] && reason ? { reason } : {}),
          ...proof,
        },
      });
      await onMade(secret);
    },
  );
  const takesTwo = form.tick(scopeOfTwo).checked;
  return (
    <ProvenDialog
      title={t('operator.new_key')}
      explained={t('operator.new_key_text')}
      confirmText={t('operator.make_key')}
      form={form}
      ways={ways}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('operator.name')}
        hint={t('operator.name_hint')}
        autoComplete="off"
        maxLength={60}
        required
      />
      {([false, true] as const).map((writes) => (
        <fieldset key={String(writes)} className={styles.ticks}>
          <legend>{t(writes ? 'operator.scopes_write' : 'operator.scopes')}</legend>
          {scopes
            .filter((scope) => isWriting(scope) === writes)
            .map((scope) => (
              <CheckboxField key={scope} {...form.tick(scope)} label={t(`operator.scope_${nameOf(scope)}`)} />
            ))}
        </fieldset>
      ))}
      <TextAreaField
        {...form.field('addresses')}
        label={t('operator.addresses')}
        hint={t(takesTwo ? 'operator.addresses_hint_of_two' : 'operator.addresses_hint')}
        dir="ltr"
        rows={2}
        maxLength={1000}
        spellCheck={false}
        required={takesTwo}
      />
      {takesTwo && (
        <>
          <p>{t('operator.of_two')}</p>
          <TextField {...form.field('reason')} label={t('operator.reason')} maxLength={300} required />
        </>
      )}
      <CallLimitField {...form.field('calls_per_minute')} />
      <DateField {...form.field('ends_on')} label={t('operator.ends_on')} hint={t('operator.ends_on_hint')} />
    </ProvenDialog>
  );
}

/** `clients:read` is the text `scope_clients_read`. */
const nameOf = <S extends Scope>(scope: S) =>
  scope.replace(':', '_') as S extends `${infer What}:${infer How}` ? `${What}_${How}` : never;
