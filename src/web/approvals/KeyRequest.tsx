import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { isWriting, type Scope } from '#contract/operator/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import lines from '#web/ui/tables/Lines.module.css';

/** What two people agree on about an API key: what it may do, from where and until when, and what approval permits. */
export function KeyRequest({
  approvalRequest: { value, decision },
}: {
  approvalRequest: ApprovalRequestOf<'api_key'>;
}) {
  const t = useText();
  const format = useFormat();
  const { scopes, addresses, ends_on: endsOn } = value;
  return (
    <div className={flowStyles.stack4}>
      <ScopeBadges scopes={scopes} />
      <p className={lines.facts}>
        {addresses.length > 0 && (
          <bdi translate="no" dir="ltr">
            {addresses.join(', ')}
          </bdi>
        )}
        {endsOn && <span>{t('staff.override_until', { date: format.day(endsOn) })}</span>}
      </p>
      {decision === null && <p>{t('operator.of_two')}</p>}
    </div>
  );
}

/** What a key may do; scopes that change something stand out. */
export function ScopeBadges({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <p className={flowStyles.row4} translate="no">
      {scopes.map((scope) => (
        <Badge key={scope} tone={isWriting(scope) ? 'warning' : 'neutral'}>
          <bdi>{scope}</bdi>
        </Badge>
      ))}
    </p>
  );
}
