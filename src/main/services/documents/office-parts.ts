import { linksOf, type PackageLink, packageLinks } from './package-links.ts'
import { declaredText } from './text-decoding.ts'
import { zipPart } from './zip-parts.ts'

/** Links of a part of an office file; of the whole file without a part. None where they are missing or cannot be read. */
export function linksFrom(bytes: Uint8Array, part: string): readonly PackageLink[] {
  const links = zipPart(bytes, linksOf(part))
  const xml = links instanceof Uint8Array ? declaredText(links) : null
  return xml === null ? [] : [...packageLinks(part, xml).values()]
}

/** Name of the part that an office file begins with; empty where no link leads to one. */
export function mainPart(bytes: Uint8Array): string {
  return linksFrom(bytes, '').find(({ kind }) => kind === 'officeDocument')?.part ?? ''
}
