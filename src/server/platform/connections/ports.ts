import type { BankFiles } from './ports/bank-files.ts';
import type { IdentityProvider } from './ports/identity.ts';
import type { MessageSender } from './ports/messages.ts';
import type { PaymentProvider } from './ports/payments.ts';
import type { PayoutRail } from './ports/payouts.ts';
import type { Screening } from './ports/screening.ts';
import type { StaffSignIn } from './ports/staff-sign-in.ts';

/** What an adapter of each port gives. */
export interface Ports {
  payments: PaymentProvider;
  payouts: PayoutRail;
  bank_files: BankFiles;
  messages: MessageSender;
  screening: Screening;
  identity: IdentityProvider;
  staff_sign_in: StaffSignIn;
}
