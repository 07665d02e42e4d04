import { ApplicationsPage } from './ApplicationsPage.tsx';

/** What came to its end. */
export function HistoryPage() {
  return <ApplicationsPage part="history" />;
}
