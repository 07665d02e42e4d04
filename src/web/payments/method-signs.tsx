import { Bitcoin, CreditCard, Landmark } from 'lucide-react';
import { icon } from '#web/ui/icon.ts';

/** What stands for a way to pay, beside its name. */
export const methodSigns = {
  bank_transfer: <Landmark {...icon} />,
  card: <CreditCard {...icon} />,
  crypto: <Bitcoin {...icon} />,
  sandbox: <CreditCard {...icon} />,
};
