import { configure } from '@testing-library/react';

/** As long as `expect.poll` waits (vitest.config.ts): the second that it is without this is over soon on a busy machine. */
configure({ asyncUtilTimeout: 30_000 });
