import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { OperatorKey } from '#contract/operator-keys.ts';
import type { ProposalOf } from '#contract/approvals.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { proposalsQuery, refreshProposals } from '#web/approvals/approvals-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { toast } from '#web/ui/toast.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { RotateDialog } from '../RotateDialog.tsx';
import { SecretDialog } from '../SecretDialog.tsx';
import { KeyLine } from './KeyLine.tsx';
import { keysQuery } from './keys-query.ts';
import { NewKeyDialog } from './NewKeyDialog.tsx';

type Asked = { act: 'make' } | { act: 'rotate' | 'revoke'; subject: OperatorKey };

type WaitingKey = ProposalOf<'api_key'> | undefined;

/** The keys of the operator's programs, and where they are made and ended. */
export function KeysCard() {
  const t = useText();
  const keys = useQuery(keysQuery);
  const waiting = useQuery(proposalsQuery()).data?.proposals ?? [];
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const close = () => setAsked(undefined);
  const refresh = refreshProposals;
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
        <>
          <CsvButton small act={() => download('GET /api/staff/operator/keys/file', {})} />
          <Button size="small" icon={<Plus {...icon} />} onClick={() => setAsked({ act: 'make' })}>
            {t('operator.new_key')}
          </Button>
        </>
      }
    >
      {(list) => (
        <>
          {list.length === 0 && (
            <EmptyState icon={KeyRound} title={t('operator.no_keys')} text={t('operator.no_keys_text')} />
          )}
          <ul>
            {list.map((subject) => (
              <KeyLine
                key={subject.id}
                subject={subject}
                proposal={waiting.find((each) => each.kind === 'api_key' && each.key === subject.id) as WaitingKey}
                onRotate={() => setAsked({ act: 'rotate', subject })}
                onRevoke={() => setAsked({ act: 'revoke', subject })}
              />
            ))}
          </ul>
          {asked?.act === 'make' && <NewKeyDialog onClose={close} onMade={onMade} />}
          {asked?.act === 'rotate' && (
            <RotateDialog
              name={asked.subject.name}
              onClose={close}
              act={async (wish) => {
                const body = { key_id: asked.subject.id, ...wish };
                await onMade((await call('POST /api/staff/operator/keys/rotate', { body })).secret);
              }}
            />
          )}
          {asked?.act === 'revoke' && (
            <ConfirmDialog
              title={t('operator.revoke_of', { name: asked.subject.name })}
              explained={t('operator.revoke_text')}
              confirmText={t('operator.revoke')}
              onClose={close}
              act={async () => {
                await call('POST /api/staff/operator/keys/revoke', { body: { key_id: asked.subject.id } });
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
