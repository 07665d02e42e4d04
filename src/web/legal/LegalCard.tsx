import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { useInForce } from './ConsentField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** The link to what the client and the operator have agreed on. */
export function LegalCard() {
  const t = useText();
  return (
    <Card title={t('legal.title')}>
      <div className={flowStyles.column}>
        <p>{t('legal.documents_text')}</p>
        <div className={flowStyles.row}>
          {useInForce().versions.map(({ id, kind, title }) => (
            <Link key={id} to={`/legal/${kind}`} className={buttonClass({ size: 'small' })}>
              {title}
            </Link>
          ))}
        </div>
      </div>
    </Card>
  );
}
