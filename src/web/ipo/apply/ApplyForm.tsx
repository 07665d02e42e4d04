import type { IpoApplication, OfferingInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { RequestedFields } from './RequestedFields.tsx';
import { Consents } from './Consents.tsx';
import { HoldView } from './HoldView.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { useApply } from './use-apply.ts';

interface ApplyFormProps {
  info: OfferingInfo;
  /** What is available in the wallet that pays. */
  available: string;
  onDone: (application: IpoApplication) => void;
}

/** Applies for an offering, or buys at once where it is direct. */
export function ApplyForm({ info, available, onDone }: ApplyFormProps) {
  const t = useText();
  const { form, terms, prospectus, requested, submit } = useApply(info, onDone);
  const isDirect = info.offering.mode === 'direct';
  const direct = isDirect ? { lockUpDays: info.offering.lock_up_days } : undefined;
  return (
    <form className={flowStyles.stack} noValidate onSubmit={submit}>
      <FormErrors messages={form.messages} />
      <RequestedFields
        form={form}
        offering={info.offering}
        problem={'problem' in requested ? requested.problem : undefined}
      />
      {'quantity' in requested && requested.quantity > 0 && (
        <HoldView quantity={requested.quantity} terms={terms} available={available} direct={direct} />
      )}
      <Consents form={form} disclosureVersion={info.disclosure_version} prospectus={prospectus} />
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t(isDirect ? 'ipo.buy_now' : 'ipo.apply')}
        </Button>
      </div>
    </form>
  );
}
