import type { OfferingInfo } from '#contract/ipo/records.ts';
import { Rich, useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/**
 * The prospectus and its supplements, the latest first. A supplement allows every applicant to cancel for some days.
 */
export function ProspectusCard({ info: { prospectus, cancel_until } }: { info: OfferingInfo }) {
  const t = useText();
  if (prospectus.length === 0) return null;
  return (
    <Card title={t('ipo.prospectus')}>
      <div className={flowStyles.stack}>
        {cancel_until && (
          <Alert tone="accent">
            <p>
              <DateTime at={cancel_until} within="ipo.supplement_text" />
            </p>
          </Alert>
        )}
        <ul className={flowStyles.stack}>
          {prospectus.map(({ version, url, note, published_at }) => (
            <li key={version}>
              <p>
                <Rich
                  id={version === 1 ? 'ipo.prospectus_first' : 'ipo.prospectus_supplement'}
                  values={{ version }}
                  parts={[
                    <a key="link" href={url} target="_blank" rel="noreferrer">
                      {t('ipo.prospectus')}
                    </a>,
                  ]}
                />
              </p>
              <p className={textStyles.soft}>
                <DateTime at={published_at} as="date" />
              </p>
              {note && <p dir="auto">{note}</p>}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
