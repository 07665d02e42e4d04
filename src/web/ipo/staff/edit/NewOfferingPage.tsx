import { useRouter } from '@tanstack/react-router';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { showStaffOffering } from '../offering-queries.ts';
import { OfferingForm } from './OfferingForm.tsx';
import { freshTerms, termsOfForm } from './terms-form.ts';

/** Begins a draft, which no client sees. */
export function NewOfferingPage() {
  const t = useText();
  const router = useRouter();
  const sendOnce = useIdempotentCall();
  return (
    <Page
      title={t('offerings.action_create')}
      intro={t('offerings.action_create_text')}
      back={<Link to="/admin/ipo">{t('offerings.title')}</Link>}
    >
      <OfferingForm
        initial={freshTerms}
        editable="all"
        save={async (form) => {
          const body = termsOfForm(form);
          const info = await sendOnce((idempotencyKey) =>
            call('POST /api/staff/ipo/create', { body }, { idempotencyKey }),
          );
          showStaffOffering(info);
          await router.navigate({ href: pathIn(currentLanguage(), `/admin/ipo/${info.stock_id}`) });
        }}
      />
    </Page>
  );
}
