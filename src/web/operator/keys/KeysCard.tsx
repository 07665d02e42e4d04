import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { OperatorKey } from '#contract/operator/keys.ts';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { approvalRequestsQuery, refreshApprovalRequests } from '#web/approvals/approvals-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { RotateDialog } from '../RotateDialog.tsx';
import { SecretDialog } from '../SecretDialog.tsx';
import { CallLimitDialog } from './CallLimitDialog.tsx';
import { KeyLine } from './KeyLine.tsx';
import { keysQuery } from './keys-query.ts';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { TakeOverDialog } from './TakeOverDialog.tsx';

type Pending = { action: 'make' } | { action: 'limit' | 'rotate' | 'take_over' | 'revoke'; subject: OperatorKey };

type WaitingKey = ApprovalRequestOf<'api_key'> | undefined;

/** The keys of the operator's programs, and where they are made and ended. */
export function KeysCard() {
  const t = useText();
  const keys = useQuery(keysQuery);
  const waiting = useQuery(approvalRequestsQuery()).data?.approval_requests ?? [];
  const [pending, setRequested] = useState<Pending>();
  const [secret, setSecret] = useState<string>();
  const close = () => setRequested(undefined);
  const refresh = refreshApprovalRequests;
  const isEmpty = keys.data?.length === 0;
  const create = (
    <Button
      size={isEmpty ? 'medium' : 'small'}
      variant={isEmpty ? 'primary' : 'secondary'}
      icon={<Plus {...icon} />}
      onClick={() => setRequested({ action: 'make' })}
    >
      {t('operator.new_key')}
    </Button>
  );
  const onMade = async (made: string) => {
    close();
    setSecret(made);
    await refresh();
  };
  return (
    <QueryCard
      query={keys}
      flush
      title={t('operator.keys')}
      skeleton={<SkeletonRows count={3} />}
      actions={
        !isEmpty && (
          <>
            <CsvButton small action={() => download('GET /api/staff/operator/keys/file', {})} />
            {create}
          </>
        )
      }
    >
      {(list) => (
        <>
          {list.length === 0 && (
            <EmptyState
              icon={<Drawing name="key" />}
              title={t('operator.no_keys')}
              text={t('operator.no_keys_text')}
              action={create}
            />
          )}
          <ul>
            {list.map((subject) => (
              <KeyLine
                key={subject.id}
                subject={subject}
                approvalRequest={
                  waiting.find((each) => each.kind === 'api_key' && each.key === subject.id) as WaitingKey
                }
                onLimit={() => setRequested({ action: 'limit', subject })}
                onRotate={() => setRequested({ action: 'rotate', subject })}
                onTakeOver={() => setRequested({ action: 'take_over', subject })}
                onRevoke={() => setRequested({ action: 'revoke', subject })}
              />
            ))}
          </ul>
          {pending?.action === 'make' && <NewKeyDialog onClose={close} onMade={onMade} />}
          {pending?.action === 'limit' && (
            <CallLimitDialog
              subject={pending.subject}
              onClose={close}
              onChanged={async () => {
                close();
                await refresh();
                toast({ text: t('operator.limit_changed') });
              }}
            />
          )}
          {pending?.action === 'rotate' && (
            <RotateDialog
              name={pending.subject.name}
              onClose={close}
              action={async (input) => {
                const body = { key_id: pending.subject.id, ...input };
                await onMade((await call('POST /api/staff/operator/keys/rotate', { body })).secret);
              }}
            />
          )}
          {pending?.action === 'take_over' && (
            <TakeOverDialog subject={pending.subject} onClose={close} onMade={onMade} />
          )}
          {pending?.action === 'revoke' && (
            <ConfirmDialog
              title={t('operator.revoke_of', { name: pending.subject.name })}
              explained={t('operator.revoke_text')}
              confirmText={t('operator.revoke')}
              onClose={close}
              action={async () => {
                await call('POST /api/staff/operator/keys/revoke', { body: { key_id: pending.subject.id } });
                close();
                await refresh();
                toast({ text: t('operator.revoked') });
              }}
            />
          )}
          <SecretDialog title={t('operator.key_secret')} secret={secret} onClose={() => setSecret(undefined)} />
        </>
      )}
    </QueryCard>
  );
}
