import { useText } from '#web/platform/i18n/i18n.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

const steps = ['method', 'amount', 'request'] as const;

/** Where a deposit is: at its amount, at the payment, or past it. */
export function DepositSteps({ at }: { at: 'amount' | 'request' | 'end' }) {
  const t = useText();
  const current = at === 'end' ? steps.length : steps.indexOf(at);
  return (
    <Steps track>
      {steps.map((step, index) => (
        <Step key={step} state={index < current ? 'done' : index === current ? 'next' : 'ahead'}>
          {t(`payments.${step}`)}
        </Step>
      ))}
    </Steps>
  );
}
