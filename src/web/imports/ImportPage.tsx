import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ImportDetails } from '#contract/imports/endpoints.ts';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { ImportRequest } from '#web/approvals/ImportRequest.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import textStyles from '#web/ui/Text.module.css';
import { EndDialog, InviteDialog, RequestDialog } from './ImportDialogs.tsx';
import { ImportState } from './ImportState.tsx';
import { ImportTrack } from './ImportTrack.tsx';
import { importQuery, isRunning } from './imports-queries.ts';
import { MappedCard } from './MappedCard.tsx';
import { MappingCard, mappingForm } from './MappingCard.tsx';
import { LargestCard } from './LargestCard.tsx';
import { DocumentTypesCard } from './DocumentTypesCard.tsx';
import { FilesCard } from './FilesCard.tsx';
import { MovementsCard } from './MovementsCard.tsx';
import { FaultyCard, ResultCard, TotalsCard } from './ResultCards.tsx';

/** One import from its columns to its result. */
export function ImportPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const isAdministrator = useSignedIn().roles.includes('admin');
  // It is read again and again: what is shown already stays when one time fails.
  const query = useQuery({ ...importQuery(id), throwOnError: (_, { state }) => state.data === undefined });
  const run = query.data;
  return (
    <Page
      back={<Link to="/admin/imports">{t('imports.title')}</Link>}
      title={run?.number ?? t('imports.number')}
      state={run && <About run={run} />}
      actions={run && isAdministrator && <Actions run={run} />}
    >
      <Async query={query} skeleton={<SkeletonRows count={8} />}>
        {(shown) => <Parts run={shown} />}
      </Async>
    </Page>
  );
}

function Parts({ run }: { run: ImportDetails }) {
  const isAdministrator = useSignedIn().roles.includes('admin');
  const waiting = useQuery(approvalRequestsQuery()).data?.approval_requests ?? [];
  const request = waiting.filter((each) => each.kind === 'import').find((each) => each.key === run.id);
  const isOpen = (run.state === 'uploaded' || run.state === 'checked') && !run.waiting;
  const hasResult = run.state !== 'uploaded' && run.state !== 'checking';
  return (
    <>
      <ImportTrack run={run} />
      {request && run.waiting && (
        <ApprovalRequestNote approvalRequest={request}>
          <ImportRequest approvalRequest={request} />
        </ApprovalRequestNote>
      )}
      {request && run.waiting && <LargestCard largest={request.value.largest ?? []} />}
      {run.files && (isOpen || run.waiting) && (
        <FilesCard run={run} files={run.files} canAdd={isOpen && isAdministrator} />
      )}
      {hasResult && (
        <>
          <ResultCard run={run} />
          {/* With what was left out it has more columns than fit beside the rows. */}
          {run.result && <Totals run={run} />}
          {/* What the rows of a cancelled import said is deleted, and there may have been no check. */}
          {run.state === 'ended' ? (
            <>
              {run.faulty.length > 0 && <FaultyCard run={run} />}
              <MappedCard run={run} />
            </>
          ) : (
            <Beside
              aside={
                <>
                  {!run.result && <Totals run={run} />}
                  {!isOpen && <MappedCard run={run} />}
                </>
              }
            >
              <FaultyCard run={run} />
            </Beside>
          )}
        </>
      )}
      {isOpen && isAdministrator && <MappingCard run={run} />}
    </>
  );
}

/** What the rows come to: money of the ledger, the sums of past movements, or the types of documents. */
function Totals({ run }: { run: ImportDetails }) {
  if (run.subject === 'history') return run.movements && <MovementsCard movements={run.movements} />;
  if (run.subject !== 'documents') return <TotalsCard run={run} />;
  return run.document_types.length > 0 && <DocumentTypesCard types={run.document_types} />;
}

function About({ run }: { run: ImportDetails }) {
  const t = useText();
  const { number, label } = useFormat();
  const { name, rows, position, created_by: by, created_at: at, invitations, platform } = run;
  return (
    <>
      <ImportState run={run} />
      <span>
        {t(`imports.subject_${run.subject}`)} · <bdi>{name}</bdi>
        {/* The track has the date as well. */}
        <span className={textStyles.wide}>
          {' · '}
          <bdi>{by}</bdi> · <DateTime at={at} />
        </span>
      </span>
      {isRunning(run.state) && (
        <span role="status">{t('imports.progress', { position: number(position), rows: number(rows) })}</span>
      )}
      {platform && (
        <span>
          {t('imports.on_platform', { done: number(platform.done), all: number(platform.done + platform.left) })}
          {platform.error !== null && (
            <>
              {' · '}
              {label(t('imports.last_error'))}
              <bdi>{platform.error}</bdi>
            </>
          )}
        </span>
      )}
      {run.state === 'done' && run.subject === 'clients' && (
        <span>
          {t('imports.invited', { sent: number(invitations.sent), all: number(invitations.sent + invitations.left) })}
        </span>
      )}
    </>
  );
}

const dialogs = { request: RequestDialog, end: EndDialog, send_invitations: InviteDialog } as const;
type Action = keyof typeof dialogs;

function Actions({ run }: { run: ImportDetails }) {
  const t = useText();
  const [open, setOpen] = useState<Action>();
  const Open = open && dialogs[open];
  const acts = actionsOn(run);
  return (
    <>
      {run.state === 'uploaded' && !run.waiting && (
        <Button type="submit" form={mappingForm} variant="primary">
          {t('imports.check')}
        </Button>
      )}
      {acts
        .filter((action) => action !== 'end')
        .map((action) => (
          <Button key={action} variant={action === 'request' ? 'primary' : 'secondary'} onClick={() => setOpen(action)}>
            {t(`imports.${action}`)}
          </Button>
        ))}
      {acts.includes('end') && (
        <Menu
          label={t('lists.acts_on', { name: run.number })}
          acts={[{ label: t('imports.end'), danger: true, onChoose: () => setOpen('end') }]}
        />
      )}
      {Open && <Open run={run} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function actionsOn({ state, waiting, counts, invitations }: ImportDetails): readonly Action[] {
  if (waiting) return [];
  if (state === 'checked') return counts.new > 0 ? ['end', 'request'] : ['end'];
  if (state === 'uploaded' || isRunning(state)) return ['end'];
  return state === 'done' && invitations.left > 0 && !invitations.running ? ['send_invitations'] : [];
}
