import { useText } from '#web/platform/i18n/i18n.tsx';
import { Columns, Page } from '#web/ui/layout/Page.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { KeysCard } from './keys/KeysCard.tsx';
import { WebhooksCard } from './webhooks/WebhooksCard.tsx';

/** API keys and webhooks for programs of the operator. */
export function ApiPage() {
  const t = useText();
  return (
    <Page
      title={t('operator.title')}
      intro={t('operator.intro')}
      actions={
        <a className={buttonClass()} href="/api/docs" target="_blank" rel="noreferrer">
          {t('operator.reference')}
        </a>
      }
    >
      <Columns wide even>
        <KeysCard />
        <WebhooksCard />
      </Columns>
    </Page>
  );
}
