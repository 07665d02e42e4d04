import { Eye } from 'lucide-react';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { icon } from '#web/ui/icon.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';

/** Which staff opened a file of the client, and when. */
export function AccessLogCard({ access_log: accesses }: Pick<VerificationShown, 'access_log'>) {
  const t = useText();
  return (
    <Card title={t('verification.access_log_title')} flush>
      {accesses.length === 0 ? (
        <Nothing text={t('verification.access_log_none')} />
      ) : (
        <Rows>
          {accesses.map(({ at, who, role, kind }) => (
            <Row
              key={`${at} ${who} ${kind}`}
              icon={<Eye {...icon} />}
              name={t('verification.access', {
                who,
                role: t(role === 'compliance' ? 'common.role_compliance' : 'common.role_admin'),
                what: t(kind === 'other' ? 'verification.type_other_evidence' : `verification.need_${kind}`),
              })}
              more={<DateTime at={at} as="full" />}
            />
          ))}
        </Rows>
      )}
    </Card>
  );
}
