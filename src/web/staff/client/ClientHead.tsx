import type { StaffClient } from '#contract/staff/clients.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { ClientScreening } from '#web/screening/ClientScreening.tsx';
import { State } from '#web/ui/State.tsx';
import { RiskState } from '../RiskState.tsx';
import styles from './Client.module.css';
import { ClientTags } from './ClientTags.tsx';
import textStyles from '#web/ui/Text.module.css';
import { mayGuard } from './may.ts';

/** How far the client is trusted and the tags by which staff find them, on every part of the page. */
export function ClientHead({ client }: { client: StaffClient }) {
  const { id, state, restricted, verification_level: level } = client;
  const t = useText();
  const format = useFormat();
  const maySeeHits = mayGuard(useSignedIn());
  return (
    <>
      <State tone={state === 'active' ? 'neutral' : 'negative'}>{t(`staff.state_${state}`)}</State>
      {!client.email_verified && <State tone="warning">{t('staff.not_confirmed')}</State>}
      {restricted.map((kind) => (
        <State key={kind} tone="negative">
          {format.label(t('staff.limits_of_restricted'))}
          {t(`staff.restriction_kind_${kind}`)}
        </State>
      ))}
      <span>
        <bdi>{client.email}</bdi>
      </span>
      <span>
        {t('staff.level')} {t(`staff.level_${level as 0 | 1 | 2 | 3 | 4}`)}
      </span>
      {client.risk ? <RiskState risk={client.risk} /> : <span className={textStyles.wide}>{t('staff.risk_none')}</span>}
      {maySeeHits && (
        <span className={styles.screening}>
          {format.label(t('screening.title'))}
          <ClientScreening clientId={id} />
        </span>
      )}
      <ClientTags client={client} />
    </>
  );
}
