import { useState } from 'react';
import type { IpoApplication, OfferingInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { ApplicationState } from '../application/ApplicationState.tsx';
import { AppliedNote } from './AppliedNote.tsx';
import { ApplyForm } from './ApplyForm.tsx';
import { nextDateOf } from '../next-date.ts';
import { RulesList } from '../offering/RulesList.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** What the client can do here now: apply, follow the application, meet a missing rule, or wait. */
export function ApplyCard({ info }: { info: OfferingInfo }) {
  const t = useText();
  const [applied, setApplied] = useState<IpoApplication | null>(null);
  const { offering, wallet } = info;
  const unmet = info.eligibility.filter(({ met }) => !met);
  const title = t(offering.mode === 'direct' ? 'ipo.buy_title' : 'ipo.apply_title');
  const calculate = (
    <Link to={`/ipo/calculator?offering=${offering.stock_id}`} className={buttonClass({ size: 'small' })}>
      {t('ipo.calculate')}
    </Link>
  );
  return (
    <Card title={title} actions={calculate}>
      {content()}
    </Card>
  );

  function content() {
    if (applied) return <AppliedNote application={applied} />;
    if (offering.mine) return <OwnApplication mine={offering.mine} />;
    if (offering.state !== 'open') return <NotOpen info={info} />;
    if (unmet.length > 0) return <NotYet rules={unmet} stockId={offering.stock_id} />;
    if (!wallet) return <NoWallet currency={offering.currency} />;
    return <ApplyForm info={info} available={wallet.available} onDone={setApplied} />;
  }
}

function OwnApplication({ mine }: { mine: NonNullable<OfferingInfo['offering']['mine']> }) {
  const t = useText();
  return (
    <div className={flowStyles.stack}>
      <p className={flowStyles.row}>
        {t('ipo.you_applied', { count: mine.quantity })}
        <ApplicationState state={mine.state} />
      </p>
      <div>
        <Link to={`/ipo/my-ipo/${mine.application_id}`} className={buttonClass()}>
          {t('ipo.see_application')}
        </Link>
      </div>
    </div>
  );
}

function NotOpen({ info: { offering } }: { info: OfferingInfo }) {
  const t = useText();
  const next = nextDateOf(offering, useNow());
  return <p>{t(offering.state === 'announced' && next ? 'ipo.opens_soon' : 'ipo.not_open')}</p>;
}

function NotYet({ rules, stockId }: { rules: OfferingInfo['eligibility']; stockId: string }) {
  const t = useText();
  return (
    <Alert tone="warning" title={t('ipo.not_eligible')}>
      <RulesList rules={rules} stockId={stockId} />
    </Alert>
  );
}

function NoWallet({ currency }: { currency: string }) {
  const t = useText();
  return (
    <Alert
      tone="warning"
      title={t('ipo.no_wallet_title', { currency })}
      action={<Link to="/wallet/list">{t('ipo.open_wallet')}</Link>}
    >
      <p>{t('ipo.no_wallet_text', { currency })}</p>
    </Alert>
  );
}
