import { useQuery } from '@tanstack/react-query';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { limitsQuery } from '../payment-queries.ts';

/** Until when a change of password or email holds withdrawals back; nothing once it does not. */
export function BlockedNote() {
  const until = useQuery(limitsQuery).data?.withdrawals_blocked_until;
  if (!until) return null;
  return (
    <Alert tone="warning">
      <p>
        <DateTime at={until} within="payments.blocked_until" />
      </p>
    </Alert>
  );
}
