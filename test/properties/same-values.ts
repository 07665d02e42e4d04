import fc from 'fast-check';

/** Tests of any values draw the same in every run; FAST_CHECK_SEED draws others. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_261_127) });
