import type { ImportSubject } from '#contract/imports/names.ts';
import { importedAccounts } from './accounts/imported-accounts.ts';
import { importedClients } from './clients/imported-clients.ts';
import { importedDocuments } from './documents/imported-documents.ts';
import { importedHistory } from './history/imported-history.ts';
import type { Subject } from './subject.ts';

export const subjects: Record<ImportSubject, Subject<object>> = {
  clients: importedClients,
  accounts: importedAccounts,
  history: importedHistory,
  documents: importedDocuments,
};
