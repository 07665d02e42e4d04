import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Loaded } from '#web/platform/api/Async.tsx';
import { useIntent } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { toast } from '#web/ui/toast.ts';
import { deskOfferingQuery, showDeskOffering, type DeskInfo } from './offering-queries.ts';
import { OfferingForm } from './OfferingForm.tsx';
import { PreviewLines } from './PreviewLines.tsx';
import { formOfTerms, termsOfForm } from './terms-form.ts';
import { useBegun } from './use-first-version.ts';

/** Changes the terms of an offering: all of a draft, and later what clients have not built on. */
export function EditOfferingPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(deskOfferingQuery(id));
  return (
    <Page
      title={query.data ? <bdi>{query.data.terms.issuer}</bdi> : t('offerings.act_edit')}
      intro={t('offerings.act_edit_text')}
      actions={
        <Go to={`/admin/ipo/${id}`} className={buttonClass()}>
          {t('offerings.back')}
        </Go>
      }
    >
      <Loaded
        query={query}
        skeleton={
          <Card>
            <SkeletonRows count={12} />
          </Card>
        }
      >
        {(info) => <EditForm info={info} />}
      </Loaded>
    </Page>
  );
}

/** Keeps what it began with: a colleague's change meanwhile is refused by its version, not lost under this one. */
function EditForm({ info }: { info: DeskInfo }) {
  const t = useText();
  const router = useRouter();
  const once = useIntent();
  const begun = useBegun(info);
  return (
    <OfferingForm
      initial={formOfTerms(begun.terms)}
      editable={begun.editable}
      touches={begun.state !== 'draft' && <PreviewLines stockId={begun.stock_id} act="edit" />}
      save={async (form) => {
        const body = { stock_id: begun.stock_id, version: begun.version, ...termsOfForm(form) };
        const request = { body } as RequestOf<'POST /api/staff/ipo/edit'>;
        const saved = await once((idempotencyKey) => call('POST /api/staff/ipo/edit', request, { idempotencyKey }));
        showDeskOffering(saved);
        toast({ text: t('offerings.done') });
        await router.navigate({ href: pathIn(currentLanguage(), `/admin/ipo/${begun.stock_id}`) });
      }}
    />
  );
}
