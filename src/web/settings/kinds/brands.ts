import { OtherBrands } from '../brands/OtherBrands.tsx';
import { OtherBrandsFields } from '../brands/OtherBrandsFields.tsx';
import type { Kinds } from './kind.ts';

export const brandsKinds: Kinds<'brands.others'> = {
  'brands.others': { Shown: OtherBrands, Field: OtherBrandsFields },
};
