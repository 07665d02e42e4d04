/** What an article is about. */
export const articleCategories = ['market', 'education', 'company'] as const;
export type ArticleCategory = (typeof articleCategories)[number];

/** `scheduled` is published, only later: time alone makes it visible. */
export const articleStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type ArticleState = (typeof articleStates)[number];

/** How long a text may be, in characters. */
export const articleLimits = { title: 160, summary: 500, slug: 100, alt: 300, caption: 300 } as const;

/** A slug: lower-case Latin characters and digits with single hyphens between them. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Reserved slugs: addresses of other screens beside the articles. */
export const takenSlugs: readonly string[] = ['market', 'calendar'];
