/** The addresses of each module, below the language prefix: its `screens.ts` adds them. */
export interface Paths {
  root: '/';
}

/** Every address of the product below its language prefix. */
export type Path = Paths[keyof Paths];
