import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { linksOf, type PackageLink, packageLinks } from './package-links.ts'
import { declaredText } from './text-decoding.ts'
import { zipPart, zipParts } from './zip-parts.ts'

/**
 * Returns the links of a part of an office file by their ids; without a part, those of the whole file. Empty if they
 * cannot be read.
 */
export function linksById(bytes: Uint8Array, part: string): ReadonlyMap<string, PackageLink> {
  const links = zipPart(bytes, linksOf(part))
  const xml = links instanceof Uint8Array ? declaredText(links) : null
  return xml === null ? new Map() : packageLinks(part, xml)
}

/** Returns the name of the part that an office file begins with; empty if no link leads to one. */
export function mainPart(bytes: Uint8Array): string {
  return [...linksById(bytes, '').values()].find(({ kind }) => kind === 'officeDocument')?.part ?? ''
}

/** Returns parts of an office file as text, by their names. Missing parts are left out. */
export function textParts(bytes: Uint8Array, names: readonly string[]): ReadonlyMap<string, string> | FileProblem {
  const parts = zipParts(bytes, new Set(names))
  if (typeof parts === 'string') return parts
  const texts = new Map<string, string>()
  for (const [name, part] of parts) {
    const text = declaredText(part)
    if (text === null) return 'damaged'
    texts.set(name, text)
  }
  return texts
}
