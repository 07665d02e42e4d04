import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import textStyles from '#web/ui/Text.module.css';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** Which staff opened a file of the client, and when. */
export function AccessLogCard({ access_log: accesses }: Pick<VerificationShown, 'access_log'>) {
  const t = useText();
  return (
    <Card title={t('verification.access_log_title')}>
      {accesses.length === 0 ? (
        <p className={textStyles.soft}>{t('verification.access_log_none')}</p>
      ) : (
        <ul className={flowStyles.stack8}>
          {accesses.map(({ at, who, role, kind }) => (
            <li key={`${at} ${who} ${kind}`}>
              {t('verification.access', {
                who,
                role: t(role === 'compliance' ? 'common.role_compliance' : 'common.role_admin'),
                what: t(`verification.need_${kind}`),
              })}{' '}
              <span className={textStyles.soft}>
                <DateTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
