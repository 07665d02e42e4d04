import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { refreshApprovalRequests } from '#web/approvals/approvals-query.ts';
import { call } from '#web/platform/api/api.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { SettingRow, SettingRows } from '#web/ui/rows/SettingRow.tsx';
import { State } from '#web/ui/State.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { nameKeyOf } from './adapter-texts.ts';
import styles from './Connections.module.css';
import { demoProvidersQuery, refreshConnections } from './connections-query.ts';

type Provider = ResponseOf<'GET /api/demo/providers'>['providers'][number];

/** The providers that a demo has of its own: an administrator connects one with a click. */
export function DemoProvidersCard() {
  const t = useText();
  const providers = useQuery(demoProvidersQuery);
  const [used, setUsed] = useState<Provider>();
  return (
    <QueryCard
      query={providers}
      title={t('demo.providers_title')}
      above={<p className={styles.intro}>{t('demo.providers_intro')}</p>}
      flush
      skeleton={<SkeletonRows count={3} />}
    >
      {(shown) => (
        <>
          <SettingRows label={t('demo.providers_title')}>
            {shown.providers.map((each) => (
              <ProviderRow key={each.name} provider={each} approvers={shown.approvers} onUse={() => setUsed(each)} />
            ))}
          </SettingRows>
          {used && <UseProviderDialog provider={used} onClose={() => setUsed(undefined)} />}
        </>
      )}
    </QueryCard>
  );
}

const tones = { none: 'neutral', stopped: 'negative', waiting: 'others', off: 'neutral', on: 'accent' } as const;

interface ProviderRowProps {
  provider: Provider;
  approvers: string[];
  onUse: () => void;
}

function ProviderRow({ provider: { name, port, state, page }, approvers, onUse }: ProviderRowProps) {
  const t = useText();
  const format = useFormat();
  const label = t(nameKeyOf(name));
  const spoken = t('demo.provider_name', { name: label });
  const stateText =
    state === 'waiting'
      ? t('demo.provider_waiting', { names: format.list(approvers) })
      : state === 'on' || state === 'off'
        ? t(`connections.state_${state}`)
        : t(`demo.provider_${state}`);
  const act =
    state === 'none'
      ? 'connections.connect'
      : state === 'off'
        ? 'connections.use'
        : state === 'stopped'
          ? 'demo.provider_start'
          : undefined;
  return (
    <SettingRow
      name={label}
      help={t(`connections.port_${port}`)}
      // That nothing is connected is said above all of them.
      value={state !== 'none' && <State tone={tones[state]}>{stateText}</State>}
      more={
        page && (
          <a href={page} target="_blank" rel="noopener noreferrer">
            {t('demo.provider_open')} <VisuallyHidden>{spoken}</VisuallyHidden>
          </a>
        )
      }
      open={act && { label: `${t(act)} ${spoken}`, onClick: onUse }}
    />
  );
}

function UseProviderDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ current_password: '', code: '' });
  const { name, takes_two: takesTwo } = provider;
  const ways = useProof(form, async (proof) => {
    await call('POST /api/demo/providers/use', { body: { name, ...proof } });
    await Promise.all([refreshConnections(), refreshApprovalRequests()]);
    onClose();
    toast({ text: t(takesTwo ? 'connections.requested' : 'connections.used') });
  });
  return (
    <FormDialog
      title={t('demo.provider_name', { name: t(nameKeyOf(name)) })}
      confirmText={t('connections.connect')}
      form={form}
      onSubmit={ways.byPassword}
      onClose={onClose}
    >
      <p>{t(takesTwo ? 'demo.provider_two' : 'demo.provider_text')}</p>
      <ProofFields form={form} onPasskey={ways.byPasskey} />
    </FormDialog>
  );
}
