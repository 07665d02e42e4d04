import type { ImportField } from '#contract/imports/names.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';

/** What a column may hold, by the words of the forms that ask for the same. */
export const fieldNames: Record<ImportField, TextKey> = {
  outside_id: 'imports.field_outside_id',
  email: 'auth.email',
  first_name: 'auth.first_name',
  second_name: 'auth.second_name',
  country: 'auth.country',
  language: 'common.language',
  brand: 'imports.field_brand',
  phone: 'staff.phone',
  address: 'staff.address',
  level: 'imports.field_level',
  tags: 'imports.field_tags',
  manager: 'imports.field_manager',
  balance: 'imports.field_balance',
  account_number: 'imports.field_account_number',
  account_name: 'imports.field_account_name',
  currency: 'reconciliation.currency',
  movement_number: 'imports.field_movement_number',
  date: 'payments.at',
  kind: 'payments.kind',
  amount: 'payments.amount',
  details: 'wallets.statement_details',
  file_name: 'imports.field_file_name',
  document_type: 'verification.type',
  document_number: 'verification.number',
  issued_on: 'verification.issued_on',
  expires_on: 'verification.expires_on',
  accepted_on: 'verification.accepted_on',
};
