import type { Connection } from '#contract/connections/endpoints.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import styles from './Connections.module.css';

/** The last test, step by step, in the provider's words. */
export function ProbeSteps({ probe }: { probe: NonNullable<Connection['probe']> }) {
  const t = useText();
  return (
    <div className={styles.probe}>
      <p className={lines.facts}>
        <State tone={probe.ok ? 'neutral' : 'negative'}>
          {t(probe.ok ? 'connections.test_passed' : 'connections.test_failed')}
        </State>
        <RelativeTime at={probe.at} />
        {!probe.current && <span>{t('connections.test_outdated')}</span>}
      </p>
      <ol translate="no" dir="ltr">
        {probe.steps.map(({ name, ok, detail }) => (
          <li key={name} className={ok ? undefined : styles.failing}>
            {ok ? '✓' : '✗'} {name}: {detail}
          </li>
        ))}
      </ol>
    </div>
  );
}
