import { OtherBrands } from '../brand/OtherBrands.tsx';
import { OtherBrandsFields } from '../brand/OtherBrandsFields.tsx';
import type { Kinds } from './kind.ts';

export const brandsKinds: Kinds<'brands.others'> = {
  'brands.others': { Shown: OtherBrands, Field: OtherBrandsFields },
};
