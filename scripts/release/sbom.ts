import { createHash } from 'node:crypto';
import { Enums, Models, Serialize, Spec, SPDX } from '@cyclonedx/cyclonedx-library';
import { lockedAt, nameOf, needsOf } from './packages.ts';

const { Component } = Models;

function licenceOf(licence: string): Models.License {
  if (SPDX.isSupportedSpdxId(licence)) return new Models.SpdxLicense(licence);
  const isExpression = / (?:AND|OR|WITH) /.test(licence);
  return isExpression ? new Models.LicenseExpression(licence) : new Models.NamedLicense(licence);
}

/** npm writes `sha512-…` in base64, CycloneDX wants it in hexadecimal. */
function hashesOf(integrity: string | undefined): Models.HashDictionary {
  const encoded = integrity?.match(/sha512-(\S+)/)?.[1];
  return new Models.HashDictionary(
    encoded ? [[Enums.HashAlgorithm['SHA-512'], Buffer.from(encoded, 'base64').toString('hex')]] : [],
  );
}

function componentOf(folder: string): Models.Component {
  const { version, license = 'unknown', integrity } = lockedAt(folder);
  const [name = '', group] = nameOf(folder).split('/').toReversed();
  return new Component(Enums.ComponentType.Library, name, {
    bomRef: folder,
    ...(group === undefined ? {} : { group }),
    version,
    purl: `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${name}@${version}`,
    licenses: new Models.LicenseRepository([licenceOf(license)]),
    hashes: hashesOf(integrity),
  });
}

/** A number that two builds of the same packages share, in the form that the format demands. */
function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The packages of a release with version, licence, checksum and what each needs, as CycloneDX 1.6 in JSON. It has no
 * time, so that two builds give the same bytes.
 */
export function writeSbom(release: { name: string; version: string }, folders: readonly string[]): string {
  const components = new Map(folders.map((folder) => [folder, componentOf(folder)]));
  for (const [folder, component] of components) {
    for (const need of needsOf(folder)) {
      const needed = components.get(need);
      if (needed) component.dependencies.add(needed.bomRef);
    }
  }
  const main = new Component(Enums.ComponentType.Application, release.name, {
    bomRef: release.name,
    version: release.version,
    licenses: new Models.LicenseRepository([licenceOf('Apache-2.0')]),
    dependencies: new Models.BomRefRepository([...components.values()].map(({ bomRef }) => bomRef)),
  });
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: main }),
    components: new Models.ComponentRepository(components.values()),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  const options = { sortLists: true, space: 2 };
  bom.serialNumber = serialOf(serializer.serialize(bom, options));
  return `${serializer.serialize(bom, options)}\n`;
}
