/** The parts of a data export of a person, in their order. */
export const dataSections = [
  'profile',
  'sign_in',
  'verification',
  'wallets',
  'payments',
  'trading',
  'ipo',
  'support',
  'files',
  'notifications',
  'activity',
] as const;
export type DataSection = (typeof dataSections)[number];

export const exportFormats = ['json', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];
