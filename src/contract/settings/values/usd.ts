import { z } from 'zod';

/** An amount of US dollars, whole or with cents. */
export const usd = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, 'validation.number');
