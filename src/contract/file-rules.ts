/** What a file may be uploaded for. */
export const filePurposes = ['payment_proof', 'verification', 'message', 'article_picture'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** Types that can be told from their content and made harmless, or looked through. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
export type FileType = (typeof fileTypes)[number];

/** What one file of each purpose may be. */
export const fileLimits: Record<FilePurpose, { maxBytes: number; types: readonly FileType[] }> = {
  payment_proof: { maxBytes: 10 * 1024 * 1024, types: fileTypes },
  verification: { maxBytes: 10 * 1024 * 1024, types: fileTypes },
  article_picture: { maxBytes: 10 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] },
  message: { maxBytes: 10 * 1024 * 1024, types: fileTypes },
};

/** What one person may keep. A file waits until something refers to it, as when a form is sent. */
export const fileQuota = { waiting: 12, bytes: 500 * 1024 * 1024 } as const;

/** Larger pictures are not decoded at all. */
export const maxPixels = 50_000_000;

/** Bytes in the unit in which limits are told to people. */
export const inMegabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024));

/** Most files that one deposit may be proven with. */
export const proofsPerPayment = 5;
