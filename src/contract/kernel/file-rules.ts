/** What people upload files for. */
export const uploadPurposes = ['payment_proof', 'verification', 'message', 'article_picture'] as const;
/** What a file is for; `import` until an import of documents has made it the client's. */
export const filePurposes = [...uploadPurposes, 'import'] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** Types that are recognised by their content and can be made harmless, or scanned. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const;
export type FileType = (typeof fileTypes)[number];

/** What one file of each purpose may be. */
export const fileLimits: Record<FilePurpose, { maxBytes: number; types: readonly FileType[] }> = {
  payment_proof: { maxBytes: 10 * 1024 * 1024, types: fileTypes },
  verification: { maxBytes: 10 * 1024 * 1024, types: fileTypes },
  article_picture: { maxBytes: 10 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'] },
  import: { maxBytes: 10 * 1024 * 1024, types: fileTypes },
  message: { maxBytes: 10 * 1024 * 1024, types: fileTypes },
};

/** How much one person may store. A file is unattached until something refers to it, as when a form is sent. */
export const fileQuota = { waiting: 12, bytes: 500 * 1024 * 1024 } as const;

/** Larger pictures are not decoded. */
export const maxPixels = 50_000_000;

/** Bytes in the unit in which limits are shown to people. */
export const inMegabytes = (bytes: number): number => Math.floor(bytes / (1024 * 1024));

/** Maximum of files per deposit. */
export const proofsPerPayment = 5;
