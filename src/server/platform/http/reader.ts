import type { FastifyRequest } from 'fastify';
import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';

/** For whom the response of a call is written. */
export const readerOf = ({ language, me }: Pick<FastifyRequest, 'language' | 'me'>): Reader => ({
  language,
  numberStyle: me?.numberStyle ?? defaultNumberStyle,
});
