import type { AutomaticApproval, AutomaticApprovalRule } from '#contract/settings/values/automatic-approval.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import styles from '../Settings.module.css';
import type { ShownProps } from '../kinds/kind.ts';
import { Simulator } from './Simulator.tsx';

/** The rules of automatic approval with their conditions, and the cap for all clients; who decides on them tries them, too. */
export function ApprovalRules({ value, whole, proposed }: ShownProps<AutomaticApproval>) {
  const t = useText();
  const { symbol, number } = useFormat();
  if (value.rules.length === 0) return <p>{t('settings.rules_none')}</p>;
  return (
    <div className={styles.group}>
      {value.rules.map((rule) =>
        whole ? (
          <div key={rule.name}>
            <p>
              <bdi>{rule.name}</bdi>
            </p>
            <Conditions rule={rule} />
          </div>
        ) : (
          <Disclosure key={rule.name} label={<bdi>{rule.name}</bdi>}>
            <Conditions rule={rule} />
          </Disclosure>
        ),
      )}
      <DescriptionList
        items={[
          { term: t('settings.rules_day_count'), details: number(value.day_count) },
          { term: t('settings.rules_day_total'), details: <bdi>{symbol(value.day_total, 'USD')}</bdi> },
          ...value.least_rates.map(({ currency, usd }) => ({
            term: t('settings.rules_least_rate', { currency }),
            details: <bdi>{usd}</bdi>,
          })),
        ]}
      />
      {proposed && <Simulator rules={value} />}
    </div>
  );
}

/** What a rule demands; what it does not ask for is left out. */
function Conditions({ rule }: { rule: AutomaticApprovalRule }) {
  const t = useText();
  const { symbol, number, list } = useFormat();
  const usd = (amount: string) => <bdi>{symbol(amount, 'USD')}</bdi>;
  return (
    <DescriptionList
      items={[
        { term: t('payments.method'), details: list(rule.methods.map((method) => t(`payments.method_${method}`))) },
        ...(rule.currencies.length > 0
          ? [{ term: t('settings.currency'), details: <bdi dir="ltr">{rule.currencies.join(' · ')}</bdi> }]
          : []),
        { term: t('settings.rules_max_amount'), details: usd(rule.max_amount) },
        { term: t('settings.rules_max_day'), details: usd(rule.max_day) },
        { term: t('settings.rules_max_month'), details: usd(rule.max_month) },
        { term: t('settings.rules_min_level'), details: number(rule.min_level) },
        ...(rule.max_risk
          ? [{ term: t('settings.rules_max_risk'), details: t(`settings.rules_risk_${rule.max_risk}`) }]
          : []),
        { term: t('settings.rules_account_days'), details: number(rule.account_days) },
        { term: t('settings.rules_destination_days'), details: number(rule.destination_days) },
        ...(['used_before', 'to_source'] as const)
          .filter((name) => rule[name])
          .map((name) => ({ term: t(`settings.rules_${name}`), details: '✓' })),
      ]}
    />
  );
}
