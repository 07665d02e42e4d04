import { Rich, useText } from '#web/platform/i18n.tsx';
import { useSignedIn } from '#web/platform/session.ts';
import { Card } from '#web/ui/Card.tsx';

/** How to bring money in: by the personal manager, for a client who has one. */
export function FundingCard() {
  const t = useText();
  const { responsible_email: email, responsible_stagename: name } = useSignedIn();
  if (!email) return null;
  return (
    <Card title={t('wallets.funding_title')}>
      <p>
        <Rich
          id={name ? 'wallets.funding_text' : 'wallets.funding_text_nameless'}
          parts={[
            <a key="mail" href={`mailto:${email}`}>
              {email}
            </a>,
          ]}
          values={{ email, ...(name ? { name } : {}) }}
        />
      </p>
    </Card>
  );
}
