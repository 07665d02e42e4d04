import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { OfferingState } from '../../offering/OfferingState.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { staffOfferingQuery, showStaffOffering, type StaffOfferingInfo } from '../offering-queries.ts';
import { OfferingForm } from './OfferingForm.tsx';
import { PreviewLines } from '../PreviewLines.tsx';
import { formOfTerms, termsOfForm } from './terms-form.ts';
import { useFirstVersion } from '../use-first-version.ts';

/** Changes the terms of an offering: all of a draft, and later what clients have not built on. */
export function EditOfferingPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(staffOfferingQuery(id));
  return (
    <Page
      title={t('offerings.action_edit')}
      state={
        query.data && (
          <>
            <OfferingState state={query.data.state} reader="staff" />
            <span>
              <bdi>{query.data.terms.ticker}</bdi>
            </span>
          </>
        )
      }
      back={
        <Link to={`/admin/ipo/${id}`}>
          {query.data ? <bdi>{query.data.terms.issuer}</bdi> : t('offerings.offering')}
        </Link>
      }
    >
      <Async
        query={query}
        skeleton={
          <Card>
            <SkeletonRows count={12} />
          </Card>
        }
      >
        {(info) => <EditForm info={info} />}
      </Async>
    </Page>
  );
}

/**
 * Stays on the version it started with: a colleague's change in the meantime is refused by its version, not lost under
 * this one.
 */
function EditForm({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const router = useRouter();
  const sendOnce = useIdempotentCall();
  const started = useFirstVersion(info);
  return (
    <OfferingForm
      initial={formOfTerms(started.terms)}
      editable={started.editable}
      touches={started.state !== 'draft' && <PreviewLines stockId={started.stock_id} action="edit" />}
      save={async (form) => {
        const body = { stock_id: started.stock_id, version: started.version, ...termsOfForm(form) };
        const saved = await sendOnce((idempotencyKey) =>
          call('POST /api/staff/ipo/edit', { body }, { idempotencyKey }),
        );
        showStaffOffering(saved);
        toast({ text: t('offerings.done') });
        await router.navigate({ href: pathIn(currentLanguage(), `/admin/ipo/${started.stock_id}`) });
      }}
    />
  );
}
