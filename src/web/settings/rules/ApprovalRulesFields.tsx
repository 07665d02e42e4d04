import { payoutMethods } from '#contract/payments/names.ts';
import type { AutomaticApproval, AutomaticApprovalRule } from '#contract/settings/values/automatic-approval.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import textStyles from '#web/ui/Text.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from '../Settings.module.css';
import type { KindFieldProps } from '../kinds/kind.ts';
import { CurrenciesField } from '../money/CurrenciesField.tsx';
import { ManyFields } from '../ManyFields.tsx';
import { Simulator } from './Simulator.tsx';

/** A new rule: strict, until the administrator loosens it. */
const strict: AutomaticApprovalRule = {
  name: '',
  methods: ['bank_transfer'],
  currencies: [],
  max_amount: '500',
  min_level: 3,
  max_risk: 'low',
  account_days: 90,
  destination_days: 30,
  used_before: true,
  to_source: true,
  max_day: '500',
  max_month: '2000',
};

const amounts = ['max_amount', 'max_day', 'max_month'] as const;
const counts = ['min_level', 'account_days', 'destination_days'] as const;

/** A whole number; other text is sent as it is, and refused. */
const numberIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);

/** In the order of the currencies, so that the same rates are the same value. */
const rated = ({ least_rates: rates }: AutomaticApproval, currency: string, usd: string) =>
  [...rates.filter((each) => each.currency !== currency), ...(usd === '' ? [] : [{ currency, usd }])].toSorted(
    (one, other) => (one.currency < other.currency ? -1 : 1),
  );

/** Writes the rules, and tries them on past withdrawals. */
export function ApprovalRulesFields({ value, hint, error, currencies, onChange }: KindFieldProps<AutomaticApproval>) {
  const t = useText();
  const { rules } = value;
  const put = (at: number, name: string, to: unknown) =>
    onChange({ ...value, rules: rules.map((rule, index) => (index === at ? { ...rule, [name]: to } : rule)) });
  return (
    <ManyFields hint={hint} error={error}>
      <div className={styles.long}>
        <TextField
          label={t('settings.rules_day_count')}
          value={value.day_count}
          dir="ltr"
          inputMode="numeric"
          required
          onChange={({ target }) => onChange({ ...value, day_count: numberIn(target.value) })}
        />
        <TextField
          label={t('settings.rules_day_total')}
          value={value.day_total}
          dir="ltr"
          inputMode="decimal"
          required
          onChange={({ target }) => onChange({ ...value, day_total: target.value.trim() })}
        />
      </div>
      <div className={styles.long}>
        {currencies
          .filter((currency) => currency !== 'USD')
          .map((currency) => (
            <TextField
              key={currency}
              label={t('settings.rules_least_rate', { currency })}
              value={value.least_rates.find((each) => each.currency === currency)?.usd ?? ''}
              dir="ltr"
              inputMode="decimal"
              onChange={({ target }) =>
                onChange({ ...value, least_rates: rated(value, currency, target.value.trim()) })
              }
            />
          ))}
      </div>
      <p className={textStyles.soft}>{t('settings.rules_least_rate_hint')}</p>
      {rules.map((rule, index) => (
        <RuleFields
          // The name changes while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          rule={rule}
          currencies={currencies}
          put={(name, to) => put(index, name, to)}
          onRemove={() => onChange({ ...value, rules: rules.filter((_, other) => other !== index) })}
        />
      ))}
      <div>
        <Button size="small" onClick={() => onChange({ ...value, rules: [...rules, strict] })}>
          {t('settings.rules_add')}
        </Button>
      </div>
      {rules.length > 0 && <Simulator key={JSON.stringify(value)} rules={value} />}
    </ManyFields>
  );
}

interface RuleFieldsProps {
  rule: AutomaticApprovalRule;
  currencies: readonly string[];
  put: (name: keyof AutomaticApprovalRule, to: unknown) => void;
  onRemove: () => void;
}

function RuleFields({ rule, currencies, put, onRemove }: RuleFieldsProps) {
  const t = useText();
  const methods = payoutMethods.filter((method) => method !== 'sandbox' || windowConfig.demo);
  return (
    <fieldset className={styles.group}>
      <legend>
        <VisuallyHidden>{rule.name || t('settings.rules_name')}</VisuallyHidden>
      </legend>
      <TextField
        label={t('settings.rules_name')}
        value={rule.name}
        maxLength={60}
        required
        onChange={({ target }) => put('name', target.value)}
      />
      <div className={styles.long}>
        {amounts.map((name) => (
          <TextField
            key={name}
            label={t(`settings.rules_${name}`)}
            value={rule[name]}
            dir="ltr"
            inputMode="decimal"
            required
            onChange={({ target }) => put(name, target.value.trim())}
          />
        ))}
        {counts.map((name) => (
          <TextField
            key={name}
            label={t(`settings.rules_${name}`)}
            value={rule[name]}
            dir="ltr"
            inputMode="numeric"
            required
            onChange={({ target }) => put(name, numberIn(target.value))}
          />
        ))}
        <SelectField
          label={t('settings.rules_max_risk')}
          value={rule.max_risk ?? 'any'}
          options={(['low', 'medium', 'any'] as const).map((value) => ({
            value,
            label: t(`settings.rules_risk_${value}`),
          }))}
          required
          onChange={({ target: { value } }) => put('max_risk', value === 'any' ? undefined : value)}
        />
      </div>
      {(['used_before', 'to_source'] as const).map((name) => (
        <CheckboxField
          key={name}
          label={t(`settings.rules_${name}`)}
          checked={rule[name]}
          onChange={({ target }) => put(name, target.checked)}
        />
      ))}
      {methods.length > 1 &&
        methods.map((method) => (
          <CheckboxField
            key={method}
            label={t(`payments.method_${method}`)}
            checked={rule.methods.includes(method)}
            onChange={({ target }) =>
              put(
                'methods',
                methods.filter((each) => (each === method ? target.checked : rule.methods.includes(each))),
              )
            }
          />
        ))}
      <CurrenciesField
        label={t('settings.rules_currencies')}
        all={currencies}
        value={rule.currencies}
        error={undefined}
        onChange={(chosen) => put('currencies', chosen)}
      />
      <div>
        <Button size="small" variant="quiet" onClick={onRemove}>
          {rule.name ? t('settings.rules_remove', { name: rule.name }) : t('settings.remove_logo')}
        </Button>
      </div>
    </fieldset>
  );
}
