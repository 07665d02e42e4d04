import { useRouter } from '@tanstack/react-router';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIntent } from '#web/platform/api/idempotency-key.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/Page.tsx';
import { showDeskOffering } from './offering-queries.ts';
import { OfferingForm } from './OfferingForm.tsx';
import { freshTerms, termsOfForm } from './terms-form.ts';

/** Begins a draft, which no client sees. */
export function NewOfferingPage() {
  const t = useText();
  const router = useRouter();
  const once = useIntent();
  return (
    <Page
      title={t('offerings.act_create')}
      intro={t('offerings.act_create_text')}
      actions={
        <Go to="/admin/ipo" className={buttonClass()}>
          {t('offerings.title')}
        </Go>
      }
    >
      <OfferingForm
        initial={freshTerms}
        editable="all"
        save={async (form) => {
          const request = { body: termsOfForm(form) } as RequestOf<'POST /api/staff/ipo/create'>;
          const info = await once((idempotencyKey) => call('POST /api/staff/ipo/create', request, { idempotencyKey }));
          showDeskOffering(info);
          await router.navigate({ href: pathIn(currentLanguage(), `/admin/ipo/${info.stock_id}`) });
        }}
      />
    </Page>
  );
}
